import { type CaseHealth, type CaseKey, type FaultCounts, parseCaseKey } from '../../fold/index.ts';
import { computeOutcomeEntropy, computePercentile } from '../../verdict/index.ts';
import type { RunOutcomes } from '../read/read-outcomes.ts';
import { toTrendCellLetter } from './trend-cell.ts';

/** The results of a case over the runs of a time window. */
export type CaseFigures = {
  suiteKey: string;
  caseId: string;
  passed: number;
  judged: number;
  /** The number of attempts with a different outcome than the attempt before. */
  flips: number;
  /** The entropy of the outcomes in bits: see `computeOutcomeEntropy`. */
  entropy: number;
  p50Ms: number | null;
  p95Ms: number | null;
};

/** A case with its results as one letter per run: see `toTrendCellLetter`. */
export type CaseRowOfRuns = CaseFigures & {
  cells: string;
  /** The case's current health state (such as broken or flaky); absent if the case passed in all of the runs. */
  standing?: CaseHealth;
  /** The case's failed attempts by who was at fault; set for the first rows only. */
  faults?: FaultCounts;
};

/** For each run, the number of judged attempts of a case and how many passed; both are 0 if the case was not judged. */
export type PassesByRun = { passed: Uint32Array; judged: Uint32Array };

export type TrendCases = { rows: CaseRowOfRuns[]; tallies: (PassesByRun & { key: CaseKey })[] };

type CollectedCase = PassesByRun & {
  key: CaseKey;
  cells: string[];
  durations: number[];
  flips: number;
  last: string;
  /** The index of the run whose attempts are being counted, and the statuses of the case in it. */
  run: number;
  statuses: string;
};

/**
 * Collects results by case. Takes runs oldest first; returns first the cases whose result changed most often from one
 * attempt to the next. If `caseKeys` is given, collects only these cases.
 */
export function collectTrendCases(runs: readonly RunOutcomes[], caseKeys?: ReadonlySet<CaseKey>): TrendCases {
  const cases = new Map<CaseKey, CollectedCase>();
  for (const [run, outcomes] of runs.entries()) {
    for (const [index, key] of outcomes.cases.entries()) {
      if (caseKeys?.has(key) === false) continue;
      let collected = cases.get(key);
      if (collected === undefined) {
        collected = createEmptyCase(key, runs.length);
        cases.set(key, collected);
      }
      addOutcome({
        collected,
        run,
        status: outcomes.statuses[index] ?? 's',
        durationMs: outcomes.durations[index] ?? 0,
      });
    }
  }
  const all = [...cases.values()];
  for (const collected of all) storeTrendCell(collected);
  return { rows: all.map(toCaseRow).sort(compareByFlips), tallies: all };
}

function createEmptyCase(key: CaseKey, runs: number): CollectedCase {
  return {
    key,
    cells: Array<string>(runs).fill('.'),
    passed: new Uint32Array(runs),
    judged: new Uint32Array(runs),
    durations: [],
    flips: 0,
    last: '',
    run: -1,
    statuses: '',
  };
}

type OutcomeToAdd = { collected: CollectedCase; run: number; status: string; durationMs: number };

function addOutcome({ collected, run, status, durationMs }: OutcomeToAdd): void {
  if (collected.run !== run) storeTrendCell(collected);
  collected.run = run;
  collected.statuses += status;
  if (status === 's') return;
  const outcome = status === 'p' ? 'p' : 'f';
  if (collected.last !== '' && collected.last !== outcome) collected.flips += 1;
  collected.last = outcome;
  collected.durations.push(durationMs);
  collected.judged[run] = (collected.judged[run] ?? 0) + 1;
  if (outcome === 'p') collected.passed[run] = (collected.passed[run] ?? 0) + 1;
}

function storeTrendCell(collected: CollectedCase): void {
  if (collected.run !== -1) collected.cells[collected.run] = toTrendCellLetter(collected.statuses);
  collected.statuses = '';
}

function toCaseRow({ key, cells, durations, passed, judged, flips }: CollectedCase): CaseRowOfRuns {
  const sortedDurations = Float64Array.from(durations).sort();
  const tally = { passed: sumValues(passed), judged: sumValues(judged) };
  return {
    ...parseCaseKey(key),
    ...tally,
    flips,
    entropy: computeOutcomeEntropy(tally.passed, tally.judged),
    p50Ms: computePercentile(sortedDurations, 0.5),
    p95Ms: computePercentile(sortedDurations, 0.95),
    cells: cells.join(''),
  };
}

function sumValues(values: Uint32Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Cases whose results changed equally often are sorted by entropy, then by number of failures. */
function compareByFlips(left: CaseFigures, right: CaseFigures): number {
  return (
    right.flips - left.flips ||
    right.entropy - left.entropy ||
    right.judged - right.passed - (left.judged - left.passed) ||
    compareText(left.caseId, right.caseId)
  );
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
