import type { PlannedCase, RunEvent, RunEventBody } from '../contract/index.ts';

/** Receives every event, in order. An observer that throws does not affect the others or the run. */
export interface RunObserver {
  readonly name: string;
  onEvent(event: RunEvent): void;
  /** Called when the text of an unfinished answer has grown; `read` returns the text so far, with secrets masked. */
  onText?(turn: AnsweringTurn, read: () => string): void;
}

/** A turn in which the agent is answering. */
export type AnsweringTurn = { suiteKey: string; caseId: string; attempt: number; turn: number };

/** Finds attempts of the earlier run that this run resumes. */
export interface EarlierAttemptFinder {
  /** Returns the events of a complete attempt, from its start to its end. */
  find(plannedCase: PlannedCase, attempt: number): readonly RunEventBody[] | undefined;
}
