import type { AnnouncedCase, CaseResult, Score } from '../../contract/index.ts';
import { formatRange } from '../../fold/index.ts';
import type { JsonObject } from '../../values/index.ts';

/** One scorer's result for one case, as result files of experiments have it. `score` is null when there is none. */
export type ExperimentRow = {
  testCase: string;
  description: string;
  score: number | null;
  /** The expected range of the score, such as `0.85-1`. */
  expectedRange: string;
  passed: boolean;
  reason?: string;
  tags: string[];
  /** The columns of the table that have no predefined meaning. */
  metadata: JsonObject;
  scorer: string;
  /** True if the scorer does not apply to the output; such rows are counted neither as passed nor as failed. */
  notScorable?: true;
  /** The number of the repetition, counted from 1; only if every case was run several times. */
  attempt?: number;
};

/**
 * Returns one row per scorer of an attempt, including scorers that were not called because the attempt failed earlier.
 * Returns no rows for a skipped case.
 */
export function createExperimentRows(announced: AnnouncedCase, result: CaseResult, attempts: number): ExperimentRow[] {
  const scores = result.scores ?? [];
  if (result.status === 'skipped' && scores.every(({ notScorable }) => notScorable !== true)) return [];
  const silent = (announced.scorers ?? []).slice(scores.length).map((metric, index): Score => {
    const error = result.error ?? `the scorer was not called: ${result.status}`;
    return { metric, position: scores.length + index, score: null, passed: false, error };
  });
  return [...scores, ...silent].map((score) => toExperimentRow({ announced, result, score, attempts }));
}

type RowToScore = { announced: AnnouncedCase; result: CaseResult; score: Score; attempts: number };

function toExperimentRow({ announced, result, score, attempts }: RowToScore): ExperimentRow {
  const { tags = [], metadata = {}, range: common = { min: 0, max: 1 } } = announced;
  return {
    testCase: result.id,
    description: announced.name ?? '',
    score: score.score,
    expectedRange: formatRange(score.range ?? common),
    passed: score.passed,
    reason: getScoreReason(score),
    tags,
    metadata,
    scorer: score.metric,
    ...(score.notScorable === true ? { notScorable: true } : {}),
    ...(attempts === 1 ? {} : { attempt: result.attempt }),
  };
}

function getScoreReason({ error, reason, notScorable }: Score): string | undefined {
  if (error !== undefined) return `Error: ${error}`;
  if (notScorable !== true) return reason;
  return reason === undefined ? 'Not scorable' : `Not scorable: ${reason}`;
}
