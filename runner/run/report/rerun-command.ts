import { formatGoDuration } from '../../values/index.ts';
import { DEFAULT_TIMEOUT_MS, type TestOptions } from '../test-options.ts';

/** The command that runs some cases of the same input again. What is recorded is for a person to decide anew. */
export function rerunCommand(options: TestOptions, ids: readonly string[]): string {
  const words = [
    'npx',
    'runner',
    'test',
    ...options.inputs,
    ...(options.name === undefined ? [] : ['-n', options.name]),
    ...(options.scorer === undefined ? [] : ['--scorer', options.scorer]),
    ...(options.connector === undefined ? [] : ['-c', options.connector]),
    ...(options.simulator === undefined ? [] : ['--simulator', options.simulator]),
    ...(options.user === undefined ? [] : ['-u', options.user]),
    ...(options.team === undefined ? [] : ['-t', options.team]),
    ...(options.ctx === undefined ? [] : ['--ctx', options.ctx]),
    ...(options.before === undefined ? [] : ['--before', options.before]),
    ...(options.after === undefined ? [] : ['--after', options.after]),
    ...(options.timeout === DEFAULT_TIMEOUT_MS ? [] : ['--timeout', formatGoDuration(options.timeout)]),
    ...(options.maxCost === undefined ? [] : ['--max-cost', String(options.maxCost)]),
    ...(options.replay === undefined ? [] : ['--replay', 'strict'].slice(0, options.replay === 'strict' ? 2 : 1)),
    ...(options.env ?? []).flatMap((file) => ['-e', file]),
    ...(options.app === undefined ? [] : ['-a', options.app]),
    ...(options.db === undefined ? [] : ['--db', options.db]),
    ...ids.flatMap((id) => ['--case', id]),
  ];
  return words.map(quote).join(' ');
}

function quote(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
