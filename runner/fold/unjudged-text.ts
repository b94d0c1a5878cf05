import type { CaseResult } from '../contract/index.ts';
import { formatCountWithNoun } from '../values/index.ts';
import type { CaseRow } from './run-state.ts';

/** Describes the calls and texts of a passed case that no rule checked. All outputs use this text. */
export function formatUnjudgedParts({
  calls,
  endedBeforeDone,
  overlooked = [],
}: NonNullable<CaseResult['unjudged']>): string {
  const counts = new Map<string, number>();
  for (const { name } of calls) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`));
  const textParts = [
    ...(calls.length === 0
      ? []
      : [`${formatCountWithNoun(calls.length, 'call')} not covered by any assertion: ${names.join(', ')}`]),
    ...(endedBeforeDone ? ['stopped at the last checkpoint; simulator goal not yet achieved'] : []),
    ...overlooked,
  ];
  return textParts.join('; ');
}

/** Returns the description of what no rule checked, from the first attempt of the case that has one. */
export function findUnjudgedText({ attempts }: Pick<CaseRow, 'attempts'>): string | undefined {
  return attempts.find(({ unjudged }) => unjudged !== undefined)?.unjudged;
}

/** Returns true if a text from `formatUnjudgedParts` mentions calls that no assertion checked. */
export function mentionsUncheckedCalls(text: string): boolean {
  return /^\d+ calls? not covered/.test(text);
}
