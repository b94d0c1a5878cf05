/** The last lines that a program wrote to its standard error, for messages. */
export type LastLines = { add(line: string): void; after(text: string): string };

const LAST_LINES = 5;
const MAX_LINE_LENGTH = 500;
const PYTHON_ADVICE =
  'If a virtual environment has that module, activate it first, or name its Python in the command of the agent.';

export function createLastLines(): LastLines {
  const lines: string[] = [];
  return {
    add(line) {
      if (lines.push(line.slice(0, MAX_LINE_LENGTH)) > LAST_LINES) lines.shift();
    },
    after(text) {
      if (lines.length === 0) return text;
      const isPackageMissing = lines.some((line) => line.startsWith('ModuleNotFoundError: No module named'));
      return [
        `${text}; its last lines on standard error:`,
        ...lines,
        ...(isPackageMissing ? [PYTHON_ADVICE] : []),
      ].join('\n');
    },
  };
}
