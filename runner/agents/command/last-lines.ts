/** The end of what a program wrote to its standard error, for messages. */
export type LastLines = { add(line: string): void; after(text: string): string };

const LAST_LINES = 5;
const MAX_LINE_LENGTH = 500;

export function createLastLines(): LastLines {
  const lines: string[] = [];
  return {
    add(line) {
      if (lines.push(line.slice(0, MAX_LINE_LENGTH)) > LAST_LINES) lines.shift();
    },
    after: (text) => (lines.length === 0 ? text : `${text}; its last lines on standard error:\n${lines.join('\n')}`),
  };
}
