import { findUnjudgedText, type RunState } from '../fold/index.ts';
import { formatCountWithNoun } from '../values/index.ts';
import { isUncheckedPass } from '../verdict/index.ts';

/**
 * Describes weaknesses of passed cases, such as missing checks, which are not visible in the number of passed cases.
 */
export function formatUnjudgedCases({ rows }: RunState): string | undefined {
  const unjudged = rows.filter((row) => findUnjudgedText(row) !== undefined).length;
  const unchecked = countUncheckedPasses(rows);
  const parts = [
    ...(unjudged === 0 ? [] : [`${formatCountWithNoun(unjudged, 'passed case')} not fully covered by assertions`]),
    ...(unchecked === 0 ? [] : [describeUncheckedPasses(unchecked)]),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

export function describeUncheckedPasses(count: number): string {
  return count === 1 ? '1 passed case checks nothing' : `${count} passed cases check nothing`;
}

export function countUncheckedPasses(rows: RunState['rows']): number {
  return rows.filter(isUncheckedPass).length;
}
