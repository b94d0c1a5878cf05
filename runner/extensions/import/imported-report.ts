import { formatCount, formatCountWithNoun } from '../../values/index.ts';
import type { SkippedPart } from './readers/imported.ts';

/** The result of an import; `unit` names what is counted, such as checks. */
export type ImportCounts = {
  carried: number;
  notCarried: readonly SkippedPart[];
  unit: string;
  notes?: ReadonlyMap<string, number>;
};

/** From this many items, those with the same reason share a line. */
const MANY = 4;
const SHOWN_LINES = 5;

/** Lists what was not imported, and the total: `imported 431 of 462 checks; 31 not`. */
export function formatImportReport({ carried, notCarried, unit, notes = new Map() }: ImportCounts): string {
  const groups = [
    ...Map.groupBy(notCarried, (one) => (one.cause === undefined ? one : `${one.file}\n${one.cause}`)).values(),
  ];
  const lines = groups.flatMap((group) =>
    group.length < MANY ? group.map(formatSkippedPart) : [formatSkippedGroup(group)],
  );
  const lost = notCarried.reduce((sum, { checks }) => sum + checks, 0);
  const total = `imported ${formatCount(carried)} of ${formatCount(carried + lost)} ${unit}`;
  for (const [note, count] of notes) lines.push(`${formatCountWithNoun(count, 'case')}: ${note}\n`);
  return `${lines.join('')}${total}${lost === 0 ? '' : `; ${formatCount(lost)} not`}\n`;
}

function formatSkippedPart({ file, line, what, why }: SkippedPart): string {
  return `${file}:${line}: not imported: ${what}: ${why}\n`;
}

function formatSkippedGroup(group: readonly SkippedPart[]): string {
  const [first] = group;
  if (first === undefined) return '';
  const lines = [...new Set(group.map(({ line }) => line))];
  const more = lines.length > SHOWN_LINES ? ' and more' : '';
  const places = `lines ${lines.slice(0, SHOWN_LINES).join(', ')}${more}`;
  const { file, line, what, why } = first;
  return `${file}:${line}: not imported: ${what}, and ${group.length - 1} others (${places}): ${why}\n`;
}
