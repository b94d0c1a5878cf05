import type { Json } from '../values/index.ts';

/** An answer to compare with its reviewed snapshot; `name` distinguishes the snapshots of a case. */
export type SnapshotRequest = { suiteKey: string; caseId: string; name: string; value: Json };

/**
 * `value` is the answer with secrets masked, as it may be stored; `command` is the command that accepts the answer as
 * the new snapshot.
 */
export type SnapshotResult = { file: string; value: Json } & (
  | { kind: 'kept'; kept: Json; command: string }
  | { kind: 'missing'; command: string }
  | { kind: 'written' }
);

/** Stores snapshots in files next to the suites. Throws if a file cannot be read or written. */
export interface SnapshotStore {
  ask(question: SnapshotRequest): SnapshotResult;
}
