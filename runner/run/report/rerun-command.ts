import { formatGoDuration } from '../../values/index.ts';
import { DEFAULT_TIMEOUT_MS, type TestOptions } from '../test-options.ts';

/**
 * The command that runs some cases of the same input again, or those that failed last. What is recorded is for a person
 * to decide anew.
 */
export function rerunCommand(options: TestOptions, which: readonly string[] | 'last failed'): string {
  const words = [
    ...[
      'npx',
      'turntree',
      'test',
      ...(options.message === undefined ? options.inputs : ['--message', options.message]),
    ],
    ...(options.url === undefined ? given('-n', options.name) : given('--url', options.url)),
    ...given('--scorer', options.scorer),
    ...given('-c', options.connector),
    ...given('--simulator', options.simulator),
    ...given('-u', options.user),
    ...given('-t', options.team),
    ...given('--locale', options.locale),
    ...given('--ctx', options.ctx),
    ...given('--before', options.before),
    ...given('--after', options.after),
    ...(options.timeout === DEFAULT_TIMEOUT_MS ? [] : ['--timeout', formatGoDuration(options.timeout)]),
    ...(options.allowPartial === true ? ['--allow-partial'] : []),
    ...given('--max-cost', options.maxCost?.toString()),
    ...(options.replay === undefined ? [] : ['--replay', 'strict'].slice(0, options.replay === 'strict' ? 2 : 1)),
    ...(options.env ?? []).flatMap((file) => ['-e', file]),
    ...given('-a', options.app),
    ...given('--db', options.db),
    ...(which === 'last failed' ? ['--last-failed'] : which.flatMap((id) => ['--case', id])),
  ];
  return commandLine(words);
}

/** Words as a shell reads them. */
export function commandLine(words: readonly string[]): string {
  return words.map(quote).join(' ');
}

/** A flag with its value, if it has one. */
export function given(flag: string, value: string | undefined): string[] {
  return value === undefined ? [] : [flag, value];
}

function quote(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
