import { diffLines } from 'diff';
import { type Json, toCanonicalJson } from '@/runner/values';

/** A line of a diff, or the number of unchanged lines that are collapsed. */
export type DiffLine = { side: 'both' | 'expected' | 'actual'; text: string } | { side: 'folded'; count: number };

/** The number of unchanged lines that are shown before and after each difference. */
const CONTEXT_LINES = 2;
/**
 * The maximum number of edits in a diff. With more differences, the values are shown side by side, because a diff would
 * not help.
 */
const MAX_EDITS = 2_000;

/**
 * Compares two values line by line: texts as they are, other values as JSON with sorted keys, so that a different order
 * of keys is not a difference.
 */
export function diffJsonLines(expected: Json, actual: Json): DiffLine[] {
  const [before, after] = [formatJsonLines(expected), formatJsonLines(actual)];
  const diffParts = diffLines(before, after, { maxEditLength: MAX_EDITS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const lines = diffParts.flatMap(({ value, removed, added }) => {
    const side = diffLineSide(removed, added);
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ side, text }));
  });
  return collapseUnchangedLines(lines);
}

type JsonLine = Exclude<DiffLine, { side: 'folded' }>;

function formatJsonLines(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(JSON.parse(toCanonicalJson(value)), undefined, 2);
  return `${text}\n`;
}

function diffLineSide(isRemoved: boolean, isAdded: boolean): JsonLine['side'] {
  if (isRemoved) return 'expected';
  return isAdded ? 'actual' : 'both';
}

function collapseUnchangedLines(lines: readonly JsonLine[]): DiffLine[] {
  const changed = lines.flatMap(({ side }, position) => (side === 'both' ? [] : [position]));
  const visiblePositions = new Set(
    changed.flatMap((position) =>
      Array.from({ length: 2 * CONTEXT_LINES + 1 }, (_, step) => position - CONTEXT_LINES + step),
    ),
  );
  const result: DiffLine[] = [];
  const isLineShown = (position: number): boolean =>
    visiblePositions.has(position) ||
    isSingleCollapsedLine(position, { shownLines: visiblePositions, count: lines.length });
  for (const [position, line] of lines.entries()) {
    const last = result.at(-1);
    if (isLineShown(position)) result.push(line);
    else if (last?.side === 'folded') last.count += 1;
    else result.push({ side: 'folded', count: 1 });
  }
  return result;
}

/** Returns true if only one line would be collapsed, which would not save space. */
function isSingleCollapsedLine(
  position: number,
  { shownLines, count }: { shownLines: ReadonlySet<number>; count: number },
): boolean {
  const isCollapsedLine = (other: number): boolean => other >= 0 && other < count && !shownLines.has(other);
  return !isCollapsedLine(position - 1) && !isCollapsedLine(position + 1);
}
