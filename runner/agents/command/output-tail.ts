/** Keeps the last lines that a program wrote to its standard error, for error messages. */
export type OutputTail = {
  add(line: string): void;
  describe(text: string): string;
  /**
   * Returns the uncaught error at the end of the output, if there is one. `canHideExit` is true if a crash of a Python
   * program would not show in the exit code.
   */
  uncaughtError(options: { canHideExit: boolean }): string | undefined;
};

const MAX_TAIL_LINES = 5;
const MAX_LINE_LENGTH = 500;
const VIRTUAL_ENVIRONMENT_ADVICE =
  'If a virtual environment has that module, activate that environment first, or name its Python in the command of the agent.';

export function createOutputTail(): OutputTail {
  const lines: string[] = [];
  let lastError: string | undefined;
  return {
    add(line) {
      if (/^[\w.]*(?:Error|Exception)\b/.test(line)) lastError = line.slice(0, MAX_LINE_LENGTH);
      if (lines.push(line.slice(0, MAX_LINE_LENGTH)) > MAX_TAIL_LINES) lines.shift();
    },
    uncaughtError({ canHideExit }) {
      const [lineBefore = '', lastLine = ''] = lines.filter((line) => line.trim() !== '').slice(-2);
      // Node prints its version only after an uncaught error. A traceback of Python does not prove that the program
      // ended, because it may have continued.
      const isOfNode = /^Node\.js v\d/.test(lastLine);
      return isOfNode || (canHideExit && lastLine === lastError && /^\s/.test(lineBefore)) ? lastError : undefined;
    },
    describe(text) {
      if (lines.length === 0) return text;
      const isPackageMissing = lines.some((line) => line.startsWith('ModuleNotFoundError: No module named'));
      return [
        `${text}; its last lines on standard error:`,
        ...lines,
        ...(isPackageMissing ? [VIRTUAL_ENVIRONMENT_ADVICE] : []),
      ].join('\n');
    },
  };
}
