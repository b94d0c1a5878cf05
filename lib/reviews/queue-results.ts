import { listQueueLabels, type ReviewVerdict } from '../../runner/contract/index.ts';
import type { AttemptId } from '../../runner/fold/index.ts';
import { database } from '../../runner/history/db/index.ts';
import { createAttemptResultReader, listDecisions, type StoredDecision } from '../../runner/history/index.ts';
import { readEnvironment } from '../../runner/host/env.ts';
import {
  type AgreementOfAll,
  type AgreementOfPair,
  findCommonReviewVerdict,
  findDecidingJudge,
  type JudgedCheck,
  measureAgreementOfAll,
  measureAgreementOfPairs,
} from '../../runner/verdict/index.ts';
import { readReviewQueue } from '../../runner/workspace/index.ts';
import { queueItemKey } from '../view/queue-item-key.ts';

/**
 * A conversation that all reviewers call good, or all call bad, with the run's verdict and, if one judge decided alone,
 * the judge's verdict.
 */
export type DecidedConversation = AttemptId & {
  runId: string;
  status: 'passed' | 'failed';
  /** The verdict of the judge that alone decided the attempt; null if there is none. */
  judged: JudgedCheck | null;
  verdict: 'good' | 'bad';
};

/** The results of the decisions in a queue. */
export type QueueResults = {
  people: AgreementOfPair[];
  /** The agreement of all reviewers together; missing if there are fewer than three. */
  all?: AgreementOfAll | undefined;
  conversations: DecidedConversation[];
  /** The number of conversations that some reviewers call good and others bad. */
  disputed: number;
};

/**
 * Compares the decisions of all reviewers of a queue with each other, with the results of the runs, and with the
 * judges.
 */
export function computeQueueResults(name: string): QueueResults {
  const queue = readReviewQueue(readEnvironment().workspace, name);
  const decisions = listDecisions(database(), name);
  const meanings = new Map(listQueueLabels(queue).map(({ label, means }) => [label, means]));
  const items = decisions.map((each) => ({ ...each, item: queueItemKey(each) }));
  const results: QueueResults = {
    people: measureAgreementOfPairs(items),
    all: measureAgreementOfAll(items),
    conversations: [],
    disputed: 0,
  };
  const resultOf = createAttemptResultReader(database());
  for (const group of Map.groupBy(decisions, queueItemKey).values())
    addDecidedItem(results, group, { meanings, resultOf });
  return results;
}

type QueueResultLookups = {
  meanings: ReadonlyMap<string, ReviewVerdict | undefined>;
  resultOf: ReturnType<typeof createAttemptResultReader>;
};

function addDecidedItem(
  results: QueueResults,
  group: readonly StoredDecision[],
  { meanings, resultOf }: QueueResultLookups,
): void {
  const [first] = group;
  if (first === undefined) return;
  const reviews = group.flatMap(({ reviewer, label }) => {
    const verdict = meanings.get(label);
    return verdict === undefined ? [] : [{ reviewer, verdict }];
  });
  const verdict = findCommonReviewVerdict(reviews);
  if (verdict === undefined) {
    results.disputed += new Set(reviews.map((each) => each.verdict)).size > 1 ? 1 : 0;
    return;
  }
  const { runId, suiteKey, caseId, attempt } = first;
  const result = resultOf(runId, { suiteKey, caseId, attempt });
  if (result?.status !== 'passed' && result?.status !== 'failed') return;
  const decidingJudge = findDecidingJudge(result) ?? null;
  results.conversations.push({
    runId,
    suiteKey,
    caseId,
    attempt,
    status: result.status,
    judged: decidingJudge,
    verdict,
  });
}
