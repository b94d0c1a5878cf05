import * as z from 'zod';
import { type CaseResult, reviewSchema } from '../../contract/index.ts';
import { findCommonReviewVerdict, findDecidingJudge, type LabelledVerdict } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { createStoredResultReader } from '../log/stored-result.ts';

/**
 * Human reviews of attempts that a judge decided, and the numbers of reviewed attempts that say nothing about a judge.
 */
export type LabelledVerdicts = {
  verdicts: LabelledVerdict[];
  leftOut: {
    /** The number of attempts that no single judge decided. */
    otherChecks: number;
    /** The number of attempts whose reviewers disagree. */
    disputed: number;
    /** The number of attempts that all reviewers call not the agent's fault. */
    notAgent: number;
    /** The number of reviews without the name of a reviewer. */
    byNobody: number;
  };
};

const reviewVerdictsSchema = z.array(reviewSchema.pick({ reviewer: true, verdict: true }));

type ReviewRow = { runId: string; lastSeq: number; words: string };

/** Reads the reviews of one run, or of all runs of a suite, together with the results of the reviewed attempts. */
export function readLabelledVerdicts(
  database: Database,
  scope: { runId: string } | { suiteKey: string },
): LabelledVerdicts {
  const [column, value] = 'runId' in scope ? ['v.run_id', scope.runId] : ['v.suite_key', scope.suiteKey];
  const rows = database.sqlite
    .prepare<[string], ReviewRow>(
      `SELECT a.run_id AS runId, a.last_seq AS lastSeq, w.words FROM (
         SELECT v.run_id, v.suite_key, v.case_id, v.attempt,
                json_group_array(json_object('reviewer', v.reviewer, 'verdict', v.verdict)) AS words
         FROM reviews v JOIN runs r ON r.id = v.run_id
         WHERE ${column} = ? AND r.deleted_at IS NULL
         GROUP BY v.run_id, v.suite_key, v.case_id, v.attempt
       ) w
       JOIN attempts a ON a.suite_key = w.suite_key AND a.case_id = w.case_id AND a.run_id = w.run_id
                      AND a.attempt = w.attempt
       JOIN runs r ON r.id = a.run_id
       ORDER BY r.ordinal, a.last_seq`,
    )
    .iterate(value);
  const result: LabelledVerdicts = {
    verdicts: [],
    leftOut: { otherChecks: 0, disputed: 0, notAgent: 0, byNobody: 0 },
  };
  const readStoredResult = createStoredResultReader(database);
  for (const { runId, lastSeq, words } of rows) {
    const event = readStoredResult(runId, lastSeq);
    if (event !== undefined) addLabelledVerdict(result, words, event.result);
  }
  return result;
}

function addLabelledVerdict({ verdicts, leftOut }: LabelledVerdicts, words: string, result: CaseResult): void {
  const reviews = reviewVerdictsSchema.parse(JSON.parse(words));
  const named = reviews.filter(({ reviewer }) => reviewer.trim() !== '');
  leftOut.byNobody += reviews.length - named.length;
  if (named.length === 0) return;
  const label = findCommonReviewVerdict(named);
  const judge = findDecidingJudge(result);
  if (label !== undefined && judge !== undefined) verdicts.push({ ...judge, isGood: label === 'good' });
  else if (label !== undefined) leftOut.otherChecks += 1;
  else if (named.every(({ verdict }) => verdict === 'not_agent')) leftOut.notAgent += 1;
  else leftOut.disputed += 1;
}
