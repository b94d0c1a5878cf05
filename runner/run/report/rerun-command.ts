import { formatGoDuration } from '../../values/index.ts';
import { DEFAULT_TIMEOUT_MS, type TestOptions } from '../test-options.ts';

/** The command that runs some cases of the same input again. What is recorded is for a person to decide anew. */
export function rerunCommand(options: TestOptions, ids: readonly string[]): string {
  const words = [
    ...[
      'npx',
      'turntree',
      'test',
      ...(options.message === undefined ? options.inputs : ['--message', options.message]),
    ],
    ...given('-n', options.name),
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
    ...ids.flatMap((id) => ['--case', id]),
  ];
  return words.map(quote).join(' ');
}

function given(flag: string, value: string | undefined): string[] {
  return value === undefined ? [] : [flag, value];
}

function quote(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
