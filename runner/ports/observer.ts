import type { PlannedCase, RunEvent, RunEventBody } from '../contract/index.ts';

/** Sees every event, in order. A throwing observer disturbs nobody. */
export interface RunObserver {
  readonly name: string;
  onEvent(event: RunEvent): void;
}

/** The attempts of an earlier run that this one resumes. */
export interface EarlierAttempts {
  /** The events of a complete attempt, from its start to its end. */
  find(planned: PlannedCase, attempt: number): readonly RunEventBody[] | undefined;
}
