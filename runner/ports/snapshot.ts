import type { Json } from '../values/index.ts';

/** An answer that is compared with the one that people have looked at; `name` tells the snapshots of a case apart. */
export type SnapshotQuestion = { suiteKey: string; caseId: string; name: string; value: Json };

/** `value` is the answer as it may be kept, with secrets masked; `command` takes it over. */
export type SnapshotAnswer = { file: string; value: Json } & (
  | { kind: 'kept'; kept: Json; command: string }
  | { kind: 'missing'; command: string }
  | { kind: 'written' }
);

/** Keeps answers in files beside the suites. Throws when it cannot be read or written. */
export interface SnapshotBook {
  ask(question: SnapshotQuestion): SnapshotAnswer;
}
