import type { DryRun, RecordedAnswer } from '@/runner/authoring';
import type { Json } from '@/runner/values';

/** What the page tells its dry-run worker: the answers, when they are others, and then each state of the case. */
export type DryRunRequest = { kind: 'answers'; answers: RecordedAnswer[] } | { kind: 'case'; id: number; value: Json };

/** What the case of a request says of each of the answers, or why that cannot be told. */
export type DryRunReply = { id: number; runs: DryRun[] } | { id: number; problem: string };
