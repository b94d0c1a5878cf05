import type { RunReference } from '../../fold/index.ts';
import type { CaseHealthRun, CaseTally, SeriesEvent } from './case-health-run.ts';
import { computeChanceOfAtLeast } from './order-probabilities.ts';

/** The minimum number of failing cases in a run that can show a common cause. */
const MIN_JUDGED_CASES = 5;
const MIN_FALLEN_CASES = 3;
/**
 * The significance level: if cases with occasional failures would fail together with a lower probability than this,
 * their failures are not considered chance.
 */
const MAX_CHANCE_P = 0.05;

/** A run that fails most of the cases which passed in the last run without such a mass failure. */
type RunWithMassFailure = { place: number; cases: Set<string>; isInfra: boolean; before: number };

/**
 * Finds the runs in which most cases failed together. `agents` has the agent version number of each run, in the same
 * order as `oldestFirst`.
 */
export function findSeriesEvents(oldestFirst: readonly CaseHealthRun[], agents: Int32Array): SeriesEvent[] {
  return groupMassFailures(findRunsWithMassFailure(oldestFirst)).map((group) =>
    toSeriesEvent(group, oldestFirst, agents),
  );
}

function findRunsWithMassFailure(oldestFirst: readonly CaseHealthRun[]): RunWithMassFailure[] {
  const massFailures: RunWithMassFailure[] = [];
  const failing = countFailuresByCase(oldestFirst);
  let before: number | undefined;
  for (const [index, run] of oldestFirst.entries()) {
    const fall = before === undefined ? undefined : findMassFailure(oldestFirst, { place: index, before, failing });
    if (fall !== undefined) massFailures.push(fall);
    else if (countJudged(run) >= MIN_JUDGED_CASES) before = index;
  }
  return massFailures;
}

type MassFailureSearch = { place: number; before: number; failing: ReadonlyMap<string, FailureCountsOfCase> };

function findMassFailure(
  oldestFirst: readonly CaseHealthRun[],
  { place, before, failing }: MassFailureSearch,
): RunWithMassFailure | undefined {
  const [earlier, run] = [oldestFirst[before], oldestFirst[place]];
  if (earlier === undefined || run === undefined) return undefined;
  const cases = new Set<string>();
  let [judged, passing, failed, infra, share] = [0, 0, 0, 0, 0];
  for (const [key, tally] of run.cases) {
    if (tally.judged === 0) continue;
    judged += 1;
    const was = earlier.cases.get(key);
    if (was === undefined || !hasPassed(was)) continue;
    passing += 1;
    const { runs, failures } = failing.get(key) ?? { runs: 1, failures: 0 };
    const hasFailed = tally.passed === 0;
    if (runs > 1) share += (failures - (hasFailed ? 1 : 0)) / (runs - 1);
    if (!hasFailed) continue;
    cases.add(key);
    failed += tally.judged;
    infra += tally.infra;
  }
  if (judged < MIN_JUDGED_CASES || cases.size < MIN_FALLEN_CASES || cases.size * 2 <= passing) return undefined;
  if (computeChanceOfAtLeast(cases.size, { trials: passing, share: share / passing }) > MAX_CHANCE_P) return undefined;
  return { place, cases, isInfra: infra * 2 > failed, before };
}

function hasPassed({ passed, isGood }: CaseTally): boolean {
  return passed > 0 || isGood === true;
}

function countJudged({ cases }: CaseHealthRun): number {
  let count = 0;
  for (const { judged } of cases.values()) if (judged > 0) count += 1;
  return count;
}

type FailureCountsOfCase = { runs: number; failures: number };

/** For each case: the number of runs that judged it, and the number of these runs in which all its attempts failed. */
function countFailuresByCase(runs: readonly CaseHealthRun[]): Map<string, FailureCountsOfCase> {
  const shares = new Map<string, FailureCountsOfCase>();
  for (const { cases } of runs) {
    for (const [key, { passed, judged }] of cases) {
      if (judged === 0) continue;
      const share = shares.get(key) ?? { runs: 0, failures: 0 };
      shares.set(key, share);
      share.runs += 1;
      if (passed === 0) share.failures += 1;
    }
  }
  return shares;
}

/** Groups consecutive runs in which most cases failed. Runs with infrastructure failures form separate groups. */
function groupMassFailures(massFailures: readonly RunWithMassFailure[]): RunWithMassFailure[][] {
  const groups: RunWithMassFailure[][] = [];
  for (const run of massFailures) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const continuesGroup = last !== undefined && last.isInfra === run.isInfra && last.before === run.before;
    if (continuesGroup) group?.push(run);
    else groups.push([run]);
  }
  return groups;
}

function toSeriesEvent(
  group: readonly RunWithMassFailure[],
  oldestFirst: readonly CaseHealthRun[],
  agents: Int32Array,
): SeriesEvent {
  const [first, last] = [group[0], group.at(-1)];
  const runs = group.flatMap(({ place }) => toRunReferences(oldestFirst[place]));
  const cases = new Set(group.flatMap((run) => [...run.cases]));
  const after = (last?.place ?? 0) + 1;
  const [endRun] = toRunReferences(oldestFirst[after]);
  const isInfra = first?.isInfra === true;
  const hasSameAgent = endRun !== undefined && agents[first?.before ?? 0] === agents[after];
  const cameBack = hasSameAgent && countRecoveredCases(oldestFirst[after], cases) * 2 > cases.size;
  const event = { runs, cases, ...(endRun === undefined ? {} : { over: endRun }) };
  if (isInfra) return { ...event, kind: 'outage', reason: 'infra' };
  return cameBack ? { ...event, kind: 'outage', reason: 'came_back' } : { ...event, kind: 'regression' };
}

function countRecoveredCases(run: CaseHealthRun | undefined, cases: ReadonlySet<string>): number {
  let count = 0;
  for (const key of cases) {
    const tally = run?.cases.get(key);
    if (tally !== undefined && hasPassed(tally)) count += 1;
  }
  return count;
}

function toRunReferences(run: CaseHealthRun | undefined): RunReference[] {
  return run === undefined ? [] : [{ runId: run.runId, startedAt: run.startedAt }];
}
