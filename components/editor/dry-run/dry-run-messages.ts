import type { DryRun, RecordedAnswer } from '@/runner/authoring';
import type { Json } from '@/runner/values';

/** A message from the page to its dry-run worker: the answers, if they changed, and then each state of the case. */
export type DryRunRequest = { kind: 'answers'; answers: RecordedAnswer[] } | { kind: 'case'; id: number; value: Json };

/** The reply to a dry-run request: the results of the case for each answer, or the reason why there are none. */
export type DryRunReply = { id: number; runs: DryRun[] } | { id: number; problem: string };
