import type { ErrorExplanation } from '../run/explain-error.ts';
import type { Terminal } from '../run/terminal.ts';

/** Prints the message of an error, followed by its details. */
export function printErrorMessage(
  { message, details, stack }: ErrorExplanation,
  { stderr }: Pick<Terminal, 'stderr'>,
): void {
  stderr.write(`turntree: ${message}\n`);
  for (const detail of details) stderr.write(`  ${detail.replaceAll('\n', '\n  ')}\n`);
  if (stack !== undefined) stderr.write(`${stack}\n`);
}
