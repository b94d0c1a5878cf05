import os from 'node:os';
import { describe, expect, it } from 'vitest';
import { computeHelpWidth, wrapHelpText } from './fit-help.ts';
import { createProgram } from './main.ts';

const notes = '\nIt reads all of the files, and it writes\nnone of them.\n\n';
const beside =
  '  turntree why         the newest run\n  turntree why T004    one case\n                       in detail\n';

describe('a help text', () => {
  it('keeps comments beside their examples if all of them fit', () => {
    expect(wrapHelpText(`${notes}Examples:\n${beside}`, 60)).toBe(
      `\nIt reads all of the files, and it writes none of them.\n\nExamples:\n${beside}`,
    );
  });

  it('has all comments below their examples if one does not fit', () => {
    const long = '  turntree ui --otlp 4318    also the conversations of agents that send traces\n';
    expect(wrapHelpText(`${notes}Examples:\n${beside}${long}`, 48)).toBe(
      [
        '',
        'It reads all of the files, and it writes none of',
        'them.',
        '',
        'Examples:',
        '  turntree why',
        '      the newest run',
        '  turntree why T004',
        '      one case',
        '      in detail',
        '  turntree ui --otlp 4318',
        '      also the conversations of agents that send',
        '      traces',
        '',
      ].join('\n'),
    );
  });

  it('never breaks an example, which people copy', () => {
    const command = `  turntree test ${'tests/cases.jsonl '.repeat(6)}-v\n`;
    expect(wrapHelpText(`Examples:\n${command}`, 80)).toBe(`Examples:\n${command}`);
  });
});

it.each([
  [undefined, 80],
  [0, 80],
  [72, 72],
  [300, 120],
])('%s columns are %d for a help text', (columns, width) => {
  expect(computeHelpWidth({ ...(columns === undefined ? {} : { columns }) })).toBe(width);
});

const columns = 80;

describe(`in a terminal of ${columns} columns`, () => {
  it.each(['', ...commandNames()])('the help of "%s" is broken between words', (name) => {
    const lines = helpLines(name);
    const copied = lines.slice(lines.indexOf('Examples:') + 1).filter((line) => line.startsWith('  turntree '));
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.filter((line) => line.length > columns && !copied.includes(line))).toEqual([]);
  });
});

function commandNames(): string[] {
  return createProgram(silentTerminal(), () => undefined).commands.map((command) => command.name());
}

/** Returns the lines of a command's help; for an empty name, the lines of the program's help. */
function helpLines(name: string): string[] {
  let text = '';
  const program = createProgram(
    silentTerminal((part) => (text += part)),
    () => undefined,
  );
  expect(() => program.parse(['help', ...(name === '' ? [] : [name])], { from: 'user' })).toThrow();
  return text.split('\n');
}

function silentTerminal(write: (text: string) => void = () => undefined) {
  const stream = { write: (text: string) => write(text), once: () => undefined, isTTY: true, columns };
  return { stdout: stream, stderr: stream, variables: {}, cwd: os.tmpdir() };
}
