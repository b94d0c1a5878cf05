import type { NotCarried } from '../../interop/import/imported.ts';
import { formatCount } from '../../values/index.ts';

/** What an import came to: `unit` are the things that are counted, such as checks. */
export type ImportTally = { carried: number; notCarried: readonly NotCarried[]; unit: string };

/** What was not carried, a line each, and the sum: `carried 431 of 462 checks; 31 not`. */
export function importReport({ carried, notCarried, unit }: ImportTally): string {
  const lines = notCarried.map(({ file, line, what, why }) => `${file}:${line}: not carried: ${what}: ${why}\n`);
  const lost = notCarried.reduce((sum, { checks }) => sum + checks, 0);
  const total = `carried ${formatCount(carried)} of ${formatCount(carried + lost)} ${unit}`;
  return `${lines.join('')}${total}${lost === 0 ? '' : `; ${formatCount(lost)} not`}\n`;
}
