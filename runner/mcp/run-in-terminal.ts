import { maskSecretsInOutput, type Terminal } from '../run/terminal.ts';

/**
 * The maximum number of characters of an output. Output costs the coding agent tokens, so longer output is cut, with a
 * note.
 */
const MAX_OUTPUT_LENGTH = 30_000;

/** Runs a command of Turntree with a separate terminal and returns its output, with secrets masked. */
export async function runInTerminal(
  callerTerminal: Terminal,
  use: (terminal: Terminal) => void | Promise<void>,
): Promise<string> {
  const printedLines: string[] = [];
  const stream = { write: (text: string) => printedLines.push(text), once: () => undefined };
  const { variables, cwd } = callerTerminal;
  await use(maskSecretsInOutput({ stdout: stream, stderr: stream, variables: { ...variables, NO_COLOR: '1' }, cwd }));
  const text = printedLines.join('').trim();
  if (text.length <= MAX_OUTPUT_LENGTH) return text;
  return `${text.slice(0, MAX_OUTPUT_LENGTH)}\n… ${text.length - MAX_OUTPUT_LENGTH} more characters are left out: ask for one case.`;
}
