import type { PlannedCase, RunEvent, RunEventBody } from '../contract/index.ts';

/** Receives every event, in order. An observer that throws does not affect the others or the run. */
export interface RunObserver {
  readonly name: string;
  onEvent(event: RunEvent): void;
  /** Called when an unfinished answer has grown; `read` returns its text so far, with secrets masked. */
  onText?(turn: SpokenTurn, read: () => string): void;
}

/** The turn in which an agent is answering. */
export type SpokenTurn = { suiteKey: string; caseId: string; attempt: number; turn: number };

/** The attempts of an earlier run that this one resumes. */
export interface EarlierAttemptFinder {
  /** The events of a complete attempt, from its start to its end. */
  find(plannedCase: PlannedCase, attempt: number): readonly RunEventBody[] | undefined;
}
