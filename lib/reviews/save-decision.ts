import { listQueueLabels, type ReviewVerdict } from '../../runner/contract/index.ts';
import { database } from '../../runner/history/db/index.ts';
import {
  listDecisions,
  removeDecision,
  removeReview,
  type StoredDecision,
  saveDecision,
  saveReview,
} from '../../runner/history/index.ts';
import { readEnvironment } from '../../runner/host/env.ts';
import { AppError } from '../../runner/host/errors.ts';
import { readReviewQueue } from '../../runner/workspace/index.ts';
import { requireRun } from '../runs/index.ts';
import { queueItemKey } from '../view/queue-item-key.ts';

type DecisionRequest = Omit<StoredDecision, 'label' | 'note' | 'decidedAt'> & {
  /** The label that the reviewer chose; null removes the reviewer's decision. */
  label: string | null;
  /** The reviewer's note; if missing, the note of an earlier decision is kept. */
  note?: string | undefined;
};

/**
 * Saves a reviewer's decision in a queue. If the label means good, bad or not the agent's fault, it is also saved as a
 * review of the attempt. Throws if the queue's file is invalid or does not contain the label.
 */
export function saveQueueDecision({ label, note, ...item }: DecisionRequest, decidedAt = Date.now()): void {
  const queue = readReviewQueue(readEnvironment().workspace, item.queue);
  requireRun(item.runId);
  const labels = listQueueLabels(queue);
  const findLabelMeaning = (text: string | undefined) => labels.find((each) => each.label === text)?.means;
  const former = listDecisions(database(), item.queue).find((each) => isSameItem(each, item));
  if (label === null) {
    removeDecision(database(), item);
    if (findLabelMeaning(former?.label) !== undefined) removeReview(database(), item.runId, item);
    return;
  }
  if (!labels.some((each) => each.label === label)) {
    throw new AppError(
      'invalid_request',
      `The queue ${item.queue} no longer has the label ${JSON.stringify(label)}, because its file was changed.`,
      ['Nothing was saved. Load the page again.'],
    );
  }
  saveDecision(database(), { ...item, label, note, decidedAt });
  const meaning = findLabelMeaning(label);
  if (meaning !== undefined) saveDecisionAsReview(item, { verdict: meaning, note, reviewedAt: decidedAt });
  else if (findLabelMeaning(former?.label) !== undefined) removeReview(database(), item.runId, item);
}

type ReviewFromDecision = { verdict: ReviewVerdict; note: string | undefined; reviewedAt: number };

function saveDecisionAsReview(
  { runId, suiteKey, caseId, attempt, reviewer }: Omit<DecisionRequest, 'label'>,
  role: ReviewFromDecision,
): void {
  saveReview(database(), runId, { suiteKey, caseId, attempt, reviewer, ...role });
}

function isSameItem(decision: StoredDecision, item: Omit<DecisionRequest, 'label' | 'note'>): boolean {
  return decision.reviewer === item.reviewer && queueItemKey(decision) === queueItemKey(item);
}
