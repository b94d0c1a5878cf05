import type { RunMark } from '../../fold/index.ts';
import { chanceOfAtLeast } from './random-order.ts';
import type { CaseTally, SeriesEvent, StandingRun } from './standing.ts';

/** A run with fewer cases shows a common cause only if all of them failed by the infrastructure. */
const LEAST_CASES = 5;
const LEAST_FALLEN = 3;
/** Maximum probability by chance that cases with occasional failures fail together. */
const CHANCE = 0.05;

/** A run in which most of the cases failed that had passed in the last normal run before it. */
type RunWithMassFailure = { place: number; cases: Set<string>; isInfra: boolean; before: number };

/**
 * Finds the runs in which most cases failed together. `agents` has the agent number of each run, `oldestFirst` like
 * the runs.
 */
export function seriesEvents(oldestFirst: readonly StandingRun[], agents: Int32Array): SeriesEvent[] {
  return groupRuns(findFallenRuns(oldestFirst)).map((group) => toEvent(group, oldestFirst, agents));
}

function findFallenRuns(oldestFirst: readonly StandingRun[]): RunWithMassFailure[] {
  const fallen: RunWithMassFailure[] = [];
  const failing = failingShares(oldestFirst);
  const least = Math.min(LEAST_CASES, Math.max(1, ...oldestFirst.map(countJudged)));
  let before: number | undefined;
  for (const [place, run] of oldestFirst.entries()) {
    const fall = before === undefined ? undefined : findMassFailure(oldestFirst, { place, before, failing });
    if (fall !== undefined) fallen.push(fall);
    else if (countJudged(run) >= least) before = place;
  }
  return fallen;
}

type FallSearch = { place: number; before: number; failing: ReadonlyMap<string, FailingShares> };

function findMassFailure(
  oldestFirst: readonly StandingRun[],
  { place, before, failing }: FallSearch,
): RunWithMassFailure | undefined {
  const [earlier, run] = [oldestFirst[before], oldestFirst[place]];
  if (earlier === undefined || run === undefined) return undefined;
  const fall = countFall(earlier, run, failing);
  const hasFallen = fall.judged < LEAST_CASES ? isWhollyDown(fall) : isBeyondChance(fall);
  return hasFallen ? { place, cases: fall.cases, isInfra: fall.infra * 2 > fall.failed, before } : undefined;
}

/** `cases` passed in the earlier run and failed in this one; `failed` and `infra` count their attempts. */
type FallCounts = {
  cases: Set<string>;
  judged: number;
  passing: number;
  failed: number;
  infra: number;
  /** The sum of the shares of other runs in which each passing case failed. */
  share: number;
};

function countFall(earlier: StandingRun, run: StandingRun, failing: FallSearch['failing']): FallCounts {
  const fall: FallCounts = { cases: new Set(), judged: 0, passing: 0, failed: 0, infra: 0, share: 0 };
  for (const [key, tally] of run.cases) {
    if (tally.judged === 0) continue;
    fall.judged += 1;
    const was = earlier.cases.get(key);
    if (was === undefined || !hasPassed(was)) continue;
    fall.passing += 1;
    const { runs, failures } = failing.get(key) ?? { runs: 1, failures: 0 };
    const hasFailed = tally.passed === 0;
    if (runs > 1) fall.share += (failures - (hasFailed ? 1 : 0)) / (runs - 1);
    if (!hasFailed) continue;
    fall.cases.add(key);
    fall.failed += tally.judged;
    fall.infra += tally.infra;
  }
  return fall;
}

function isWhollyDown({ cases, passing, failed, infra }: FallCounts): boolean {
  return passing > 0 && cases.size === passing && infra === failed;
}

function isBeyondChance({ cases, passing, share }: FallCounts): boolean {
  if (cases.size < LEAST_FALLEN || cases.size * 2 <= passing) return false;
  return chanceOfAtLeast(cases.size, { trials: passing, share: share / passing }) <= CHANCE;
}

function hasPassed({ passed, isGood }: CaseTally): boolean {
  return passed > 0 || isGood === true;
}

function countJudged({ cases }: StandingRun): number {
  let count = 0;
  for (const { judged } of cases.values()) if (judged > 0) count += 1;
  return count;
}

type FailingShares = { runs: number; failures: number };

/** For each case, the number of runs that judged it and in which all its attempts failed. */
function failingShares(runs: readonly StandingRun[]): Map<string, FailingShares> {
  const shares = new Map<string, FailingShares>();
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

/** Groups consecutive fallen runs. Infrastructure failures form groups of their own. */
function groupRuns(fallen: readonly RunWithMassFailure[]): RunWithMassFailure[][] {
  const groups: RunWithMassFailure[][] = [];
  for (const run of fallen) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const goesOn = last !== undefined && last.isInfra === run.isInfra && last.before === run.before;
    if (goesOn) group?.push(run);
    else groups.push([run]);
  }
  return groups;
}

function toEvent(
  group: readonly RunWithMassFailure[],
  oldestFirst: readonly StandingRun[],
  agents: Int32Array,
): SeriesEvent {
  const [first, last] = [group[0], group.at(-1)];
  const runs = group.flatMap(({ place }) => toRunMarks(oldestFirst[place]));
  const cases = new Set(group.flatMap((run) => [...run.cases]));
  const after = (last?.place ?? 0) + 1;
  const [over] = toRunMarks(oldestFirst[after]);
  const isInfra = first?.isInfra === true;
  const hasSameAgent = over !== undefined && agents[first?.before ?? 0] === agents[after];
  const cameBack = hasSameAgent && countRunsBack(oldestFirst[after], cases) * 2 > cases.size;
  const event = { runs, cases, ...(over === undefined ? {} : { over }) };
  if (isInfra) return { ...event, kind: 'outage', reason: 'infra' };
  return cameBack ? { ...event, kind: 'outage', reason: 'came_back' } : { ...event, kind: 'regression' };
}

function countRunsBack(run: StandingRun | undefined, cases: ReadonlySet<string>): number {
  let count = 0;
  for (const key of cases) {
    const tally = run?.cases.get(key);
    if (tally !== undefined && hasPassed(tally)) count += 1;
  }
  return count;
}

function toRunMarks(run: StandingRun | undefined): RunMark[] {
  return run === undefined ? [] : [{ runId: run.runId, startedAt: run.startedAt }];
}
