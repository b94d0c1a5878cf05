import type { DryRun, RecordedAnswer } from '@/runner/authoring';
import type { Json } from '@/runner/values';

/**
 * A message from the page to its dry-run worker: either the recorded answers, if these have changed, or the current
 * text of the case.
 */
export type DryRunRequest = { kind: 'answers'; answers: RecordedAnswer[] } | { kind: 'case'; id: number; value: Json };

/**
 * The response to a dry-run request: the result of the case for each recorded answer, or the reason why it could not be
 * evaluated.
 */
export type DryRunReply = { id: number; runs: DryRun[] } | { id: number; problem: string };
