import { formatRerunArguments } from '../flags/flag-arguments.ts';
import type { TestOptions } from '../test-options.ts';

/**
 * Returns the command that runs some cases of the same input again, or the last failed cases. Omits `--record`, so that
 * the user decides again whether to record.
 */
export function buildRerunCommand(options: TestOptions, casesToRun: readonly string[] | 'last failed'): string {
  const { message, inputs, url, name } = options;
  const words = [
    ...['npx', 'turntree', 'test'],
    ...(message === undefined ? inputs : ['--message', message]),
    ...formatRerunArguments({ ...options, name: url === undefined ? name : undefined }),
    ...(casesToRun === 'last failed' ? ['--last-failed'] : casesToRun.flatMap((id) => ['--case', id])),
  ];
  return formatCommandLine(words);
}

/** Quotes words for a shell. */
export function formatCommandLine(words: readonly string[]): string {
  return words.map(quoteShellWord).join(' ');
}

/** Formats a flag with its value, if it has one. */
export function toFlagWithValue(flag: string, value: string | undefined): string[] {
  return value === undefined ? [] : [flag, value];
}

function quoteShellWord(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
