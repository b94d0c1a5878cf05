import type { CaseKey } from '../../fold/index.ts';
import { computePassRate } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { createEmptySums, type MeasureSum, type MeasureSums } from '../read/measure-sums.ts';
import { computeDistributionFigures, computeMeans, countStatusesAt } from '../read/read-figures.ts';
import type { RunOutcomes } from '../read/read-outcomes.ts';
import type { MeasureName, RunFigures } from '../runs/run-figures.ts';
import { countFaultsAmongCases } from './faults-of-cases.ts';
import { readCaseSums } from './read-case-sums.ts';
import { type ContentReader, isComplete } from './trend-markers.ts';
import type { TrendRun } from './trend-runs.ts';

/** `kept` has the cases that all runs judged with the same content; `others` has all other judged cases. */
export type CommonCases = { kept: ReadonlySet<CaseKey>; others: ReadonlySet<CaseKey> };

/**
 * Finds the cases with the same content in all runs. A case counts as missing only if a completed run lacks it, because
 * stopped runs may lack cases.
 */
export function findCommonCases(runs: readonly TrendRun[], contentOf: ContentReader): CommonCases {
  const hashes = new Map<CaseKey, string>();
  const sameKeys = new Set<CaseKey>();
  const seenDigests = new Set<string>();
  const complete: ReadonlyMap<CaseKey, string>[] = [];
  for (const run of runs) {
    // Most runs have the same cases, so each distinct set of cases is read only once.
    if (seenDigests.has(`${run.suiteKey}\n${run.figures.cases}`)) continue;
    seenDigests.add(`${run.suiteKey}\n${run.figures.cases}`);
    const digests = contentOf(run.runId);
    if (isComplete(run)) complete.push(digests);
    for (const [key, hash] of digests) {
      if (!hashes.has(key)) sameKeys.add(key);
      else if (hashes.get(key) !== hash) sameKeys.delete(key);
      hashes.set(key, hash);
    }
  }
  for (const key of sameKeys) if (complete.some((digests) => !digests.has(key))) sameKeys.delete(key);
  return { kept: sameKeys, others: new Set(hashes.keys()).difference(sameKeys) };
}

type LimitedRuns<Run> = { runs: readonly Run[]; outcomes: readonly RunOutcomes[]; same: CommonCases };

/** The runs, each with counts and figures that cover only the cases with the same content in all runs. */
export function limitFiguresToCommonCases<Run extends TrendRun>(
  database: Database,
  limitedRuns: LimitedRuns<Run>,
): Run[] {
  const { runs, outcomes, same } = limitedRuns;
  const meansOfRun = createCommonCasesMeanCalculator(database, runs, same);
  const placesOf = createCasePositionFinder(same.kept);
  return runs.map((run, index) => {
    const runOutcomes = outcomes[index];
    const indexes = runOutcomes === undefined ? undefined : placesOf(runOutcomes);
    if (runOutcomes === undefined || indexes === undefined || indexes.length === runOutcomes.cases.length) return run;
    const counts = countStatusesAt(runOutcomes, indexes);
    const sameCaseFigures = {
      ...computeDistributionFigures(runOutcomes, indexes),
      ...meansOfRun(run),
      cases: run.figures.cases,
    };
    return {
      ...run,
      faults: countFaultsAmongCases(database, run, same.kept),
      counts,
      passRate: computePassRate(counts),
      figures: sameCaseFigures,
    };
  });
}

/**
 * Computes the positions of cases once per list of cases, because many runs share one list: see `createOutcomeReader`.
 */
function createCasePositionFinder(caseKeys: ReadonlySet<CaseKey>): (outcomes: RunOutcomes) => number[] {
  const placesByCases = new Map<readonly CaseKey[], number[]>();
  return ({ cases }) => {
    const indexes = placesByCases.get(cases) ?? cases.flatMap((key, index) => (caseKeys.has(key) ? index : []));
    placesByCases.set(cases, indexes);
    return indexes;
  };
}

/**
 * Computes the means over the cases in `kept`. If `others` has fewer cases, sums the measures of these instead and
 * subtracts them from the totals of the run, which reads fewer rows.
 */
function createCommonCasesMeanCalculator(database: Database, runs: readonly TrendRun[], { kept, others }: CommonCases) {
  const addsKept = kept.size <= others.size;
  const sums = readCaseSums(database, {
    cases: addsKept ? kept : others,
    runIds: runs.map(({ runId }) => runId),
  });
  return ({ runId, figures }: TrendRun) => {
    const runSums = sums.get(runId) ?? createEmptySums();
    return computeMeans(addsKept ? runSums : subtractSums(figures, runSums));
  };
}

function subtractSums(figures: RunFigures, measureSums: MeasureSums): MeasureSums {
  const subtractSum = (name: MeasureName): MeasureSum => ({
    sum: (figures[name] ?? 0) * figures.known[name] - measureSums[name].sum,
    known: figures.known[name] - measureSums[name].known,
  });
  return {
    turns: subtractSum('turns'),
    tokens: subtractSum('tokens'),
    cost: subtractSum('cost'),
    score: subtractSum('score'),
    elicited: subtractSum('elicited'),
  };
}
