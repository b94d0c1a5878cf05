import type { RunListItem } from '@/lib/queries';
import { formatLocalDay } from '@/runner/format';
import { shortSuiteName } from '../suite-names';

/** Possible groupings of the list of runs. */
export const runGroupings = ['day', 'suite', 'none'] as const;
export type RunGrouping = (typeof runGroupings)[number];

/** Runs that are listed under a title; without a title, they are listed without a heading. */
export type RunGroup<Run> = { title: string | undefined; runs: Run[] };

const DAY_MS = 86_400_000;

/** Groups runs in the order of their newest run; within a group, the order of the list is kept. */
export function groupRuns<Run extends Pick<RunListItem, 'suiteKey' | 'startedAt'>>(
  runs: readonly Run[],
  { by, now, folder }: { by: RunGrouping; now: number; folder: string },
): RunGroup<Run>[] {
  if (by === 'none') return [{ title: undefined, runs: [...runs] }];
  const groupTitle = (run: Run): string =>
    by === 'suite' ? shortSuiteName(run.suiteKey, folder) : dayTitle(run.startedAt, now);
  return [...Map.groupBy(runs, groupTitle)].map(([title, runsOfGroup]) => ({ title, runs: runsOfGroup }));
}

function dayTitle(time: number, now: number): string {
  const day = formatLocalDay(time);
  if (day === formatLocalDay(now)) return 'Today';
  return day === formatLocalDay(now - DAY_MS) ? 'Yesterday' : day;
}
