import type { RunListItem } from '@/lib/queries';
import { formatLocalDay } from '@/runner/format';
import { shortSuiteName } from '../suite-names';

/** The criteria by which the list of runs can be grouped. */
export const runGroupings = ['day', 'suite', 'none'] as const;
export type RunGrouping = (typeof runGroupings)[number];

/** A group of runs with its title. A group without a title has no heading. */
export type RunGroup<Run> = { title: string | undefined; runs: Run[] };

const DAY_MS = 86_400_000;

/** Groups runs. Groups are in the order of their newest run; within a group, the order of the runs is kept. */
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
