import { createHash } from 'node:crypto';
import type { Counts } from '../../contract/index.ts';
// biome-ignore lint/style/noRestrictedImports: the index would load all schemas into the writer thread
import { emptyCounts } from '../../fold/counts.ts';
import type { CaseKey } from '../../fold/index.ts';
// biome-ignore lint/style/noRestrictedImports: the index would load all schemas into the writer thread
import { classifyStabilityRate } from '../../verdict/stability.ts';
// biome-ignore lint/style/noRestrictedImports: the index would load all schemas into the writer thread
import { computePassRateInterval } from '../../verdict/statistics/pass-rate-band.ts';
// biome-ignore lint/style/noRestrictedImports: the index would load all schemas into the writer thread
import { computePercentile } from '../../verdict/statistics/percentile.ts';
import type { Database } from '../db/index.ts';
import type { MeasuredFigures, MeasureName, RunFigures, StabilityCounts } from '../runs/run-figures.ts';
import {
  createEmptySums,
  MEASURE_SUMS_SQL,
  type MeasureSum,
  type MeasureSums,
  type MeasureSumsRow,
  parseSums,
} from './measure-sums.ts';
import { DURATIONS_SQL, getAttemptStatusAt, IS_JUDGED_SQL, type RunOutcomes } from './read-outcomes.ts';

/** Computes the figures of runs from their attempts. */
export function createFigureReader(database: Pick<Database, 'sqlite'>): (runId: string) => RunFigures {
  const durationsOf = createDurationReader(database);
  const talliesOf = createTallyReader(database);
  const sumMeasures = createMeasureReader(database);
  const digestOf = createCasesDigestReader(database);
  return (runId) => ({
    ...toDistributionFigures(durationsOf(runId), talliesOf(runId)),
    ...computeMeans(sumMeasures(runId)),
    cases: digestOf(runId),
  });
}

function createDurationReader({ sqlite }: Pick<Database, 'sqlite'>): (runId: string) => Float64Array {
  const findStatusCounts = sqlite
    .prepare<[string], string>(`SELECT ${DURATIONS_SQL} FROM attempts WHERE run_id = ? AND ${IS_JUDGED_SQL}`)
    .pluck();
  return (runId) => Float64Array.from<number>(JSON.parse(findStatusCounts.get(runId) ?? '[]'));
}

/**
 * Counts the judged and passed attempts of each case in SQL. The cases are in the order in which their first attempts
 * ended.
 */
function createTallyReader({ sqlite }: Pick<Database, 'sqlite'>): (runId: string) => PassTally[] {
  const findCaseCounts = sqlite
    .prepare<[string], [passed: number, judged: number]>(
      `SELECT sum(status = 'passed'), count(*) FROM attempts WHERE run_id = ? AND ${IS_JUDGED_SQL}
       GROUP BY suite_key, case_id ORDER BY min(last_seq)`,
    )
    .raw();
  return (runId) => {
    const tallies: PassTally[] = [];
    for (const [passed, judged] of findCaseCounts.iterate(runId))
      tallies.push(judged === 1 ? getSingleAttemptTally(passed === 1) : { passed, judged });
    return tallies;
  };
}

/** Sums the measures of a run in SQL, because the values of 100,000 attempts would take 10 MB. */
function createMeasureReader({ sqlite }: Pick<Database, 'sqlite'>): (runId: string) => MeasureSums {
  const findMeasureSums = sqlite.prepare<[string], MeasureSumsRow>(
    `SELECT ${MEASURE_SUMS_SQL} FROM attempts WHERE run_id = ? AND ${IS_JUDGED_SQL}`,
  );
  return (runId) => {
    const row = findMeasureSums.get(runId);
    return row === undefined ? createEmptySums() : parseSums(row);
  };
}

type DistributionFigures = Pick<MeasuredFigures, 'p50Ms' | 'p95Ms' | 'band' | 'stability'>;

/**
 * Returns duration percentiles, the confidence interval of the pass rate and the stability of cases. `indexes` selects
 * the attempts; only judged ones count.
 */
export function computeDistributionFigures(outcomes: RunOutcomes, indexes: readonly number[]): DistributionFigures {
  const judgedIndexes = listJudgedAttemptIndexes(outcomes, indexes);
  const durations = new Float64Array(judgedIndexes.length);
  for (const [index, position] of judgedIndexes.entries()) durations[index] = outcomes.durations[position] ?? 0;
  return toDistributionFigures(durations, tallyCases(outcomes, judgedIndexes));
}

function toDistributionFigures(durations: Float64Array, tallies: readonly PassTally[]): DistributionFigures {
  durations.sort();
  return {
    p50Ms: computePercentile(durations, 0.5),
    p95Ms: computePercentile(durations, 0.95),
    band: tallies.length === 0 ? null : computePassRateInterval(tallies),
    stability: countStabilityClasses(tallies),
  };
}

export function computeMeans({
  turns,
  tokens,
  cost,
  score,
  elicited,
}: MeasureSums): Pick<MeasuredFigures, MeasureName | 'known'> {
  return {
    turns: computeMean(turns),
    tokens: computeMean(tokens),
    cost: computeMean(cost),
    score: computeMean(score),
    elicited: computeMean(elicited),
    known: {
      turns: turns.known,
      tokens: tokens.known,
      cost: cost.known,
      score: score.known,
      elicited: elicited.known,
    },
  };
}

function computeMean({ sum, known }: MeasureSum): number | null {
  return known === 0 ? null : sum / known;
}

export function countStatusesAt(outcomes: RunOutcomes, indexes: readonly number[]): Counts {
  const counts = emptyCounts();
  for (const index of indexes) counts[getAttemptStatusAt(outcomes, index)] += 1;
  return counts;
}

function emptyStability(): StabilityCounts {
  return { stable: 0, mostly_stable: 0, unstable: 0, highly_unstable: 0 };
}

function listJudgedAttemptIndexes({ statuses }: Pick<RunOutcomes, 'statuses'>, indexes: readonly number[]): number[] {
  return indexes.filter((index) => statuses[index] !== 's');
}

type PassTally = Readonly<{ passed: number; judged: number }>;

// Counts that all cases with a single attempt share, to save memory: a run may have a hundred thousand of them.
const singleFailedTally: PassTally = { passed: 0, judged: 1 };
const singlePassedTally: PassTally = { passed: 1, judged: 1 };

function getSingleAttemptTally(isPassed: boolean): PassTally {
  return isPassed ? singlePassedTally : singleFailedTally;
}

function tallyCases({ cases, statuses }: RunOutcomes, judgedIndexes: readonly number[]): PassTally[] {
  const tallies = new Map<CaseKey, PassTally>();
  for (const index of judgedIndexes) {
    const key = cases[index];
    if (key === undefined) continue;
    const attempt = getSingleAttemptTally(statuses[index] === 'p');
    const tally = tallies.get(key);
    tallies.set(key, tally === undefined ? attempt : addTallies(tally, attempt));
  }
  return [...tallies.values()];
}

function addTallies(one: PassTally, other: PassTally): PassTally {
  return { passed: one.passed + other.passed, judged: one.judged + other.judged };
}

function countStabilityClasses(tallies: readonly PassTally[]): StabilityCounts | null {
  const repeatedCases = tallies.filter((tally) => tally.judged > 1);
  if (repeatedCases.length === 0) return null;
  const stabilityCounts = emptyStability();
  for (const tally of repeatedCases) stabilityCounts[classifyStabilityRate(tally.passed / tally.judged)] += 1;
  return stabilityCounts;
}

const DIGEST_LENGTH = 16;

/**
 * Returns a digest of the content of the cases that a run judged. It leaves out the suite, so a renamed file has the
 * same digest.
 */
function createCasesDigestReader({ sqlite }: Pick<Database, 'sqlite'>): (runId: string) => string {
  const findRow = sqlite
    .prepare<[string], string>(
      `SELECT case_id || char(10) || case_hash || char(10) FROM attempts
       WHERE run_id = ? AND ${IS_JUDGED_SQL} GROUP BY suite_key, case_id ORDER BY 1`,
    )
    .pluck();
  return (runId) => {
    const digest = createHash('sha256');
    for (const line of findRow.iterate(runId)) digest.update(line);
    return digest.digest('base64url').slice(0, DIGEST_LENGTH);
  };
}
