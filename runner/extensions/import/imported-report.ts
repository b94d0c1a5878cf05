import { formatCount, formatCountWithNoun } from '../../values/index.ts';
import type { SkippedPart } from './readers/import-source.ts';

/** The numbers of what was imported and what was not. `unit` is what is counted, such as "checks". */
export type ImportCounts = {
  importedCount: number;
  skippedParts: readonly SkippedPart[];
  unit: string;
  notes?: ReadonlyMap<string, number>;
};

/** From this number on, items with the same reason share one line of the report. */
const MIN_GROUP_SIZE = 4;
const MAX_SHOWN_LINES = 5;

/** Lists what was not imported, with a summary such as `imported 431 of 462 checks; 31 not`. */
export function formatImportReport({ importedCount, skippedParts, unit, notes = new Map() }: ImportCounts): string {
  const groups = [
    ...Map.groupBy(skippedParts, (one) => (one.cause === undefined ? one : `${one.file}\n${one.cause}`)).values(),
  ];
  const lines = groups.flatMap((group) =>
    group.length < MIN_GROUP_SIZE ? group.map(formatSkippedPart) : [formatSkippedGroup(group)],
  );
  const lostCheckCount = skippedParts.reduce((sum, { checks }) => sum + checks, 0);
  const total = `imported ${formatCount(importedCount)} of ${formatCount(importedCount + lostCheckCount)} ${unit}`;
  for (const [note, count] of notes) lines.push(`${formatCountWithNoun(count, 'case')}: ${note}\n`);
  return `${lines.join('')}${total}${lostCheckCount === 0 ? '' : `; ${formatCount(lostCheckCount)} not`}\n`;
}

function formatSkippedPart({ file, line, what, why }: SkippedPart): string {
  return `${file}:${line}: not imported: ${what}: ${why}\n`;
}

function formatSkippedGroup(group: readonly SkippedPart[]): string {
  const [firstPart] = group;
  if (firstPart === undefined) return '';
  const lines = [...new Set(group.map(({ line }) => line))];
  const moreText = lines.length > MAX_SHOWN_LINES ? ' and more' : '';
  const places = `lines ${lines.slice(0, MAX_SHOWN_LINES).join(', ')}${moreText}`;
  const { file, line, what, why } = firstPart;
  return `${file}:${line}: not imported: ${what}, and ${group.length - 1} others (${places}): ${why}\n`;
}
