import type { PlannedCase, RunEvent, RunEventBody } from '../contract/index.ts';

/** Sees every event, in order. A throwing observer disturbs nobody. */
export interface RunObserver {
  readonly name: string;
  onEvent(event: RunEvent): void;
  /** Told that an answer that is not over has grown; `read` gives its text so far, with secrets masked. */
  onText?(turn: SpokenTurn, read: () => string): void;
}

/** The turn in which an agent is answering. */
export type SpokenTurn = { suiteKey: string; caseId: string; attempt: number; turn: number };

/** The attempts of an earlier run that this one resumes. */
export interface EarlierAttempts {
  /** The events of a complete attempt, from its start to its end. */
  find(planned: PlannedCase, attempt: number): readonly RunEventBody[] | undefined;
}
