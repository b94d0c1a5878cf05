import type { PlannedCase, RunEvent, RunEventBody } from '../contract/index.ts';

/** Sees every event, in order. A throwing observer disturbs nobody. */
export interface RunObserver {
  readonly name: string;
  onEvent(event: RunEvent): void;
}

/** What is known of attempts from a run that this one takes up again. */
export interface EarlierAttempts {
  /** The events of a complete attempt, from its start to its end. */
  find(planned: PlannedCase, attempt: number): readonly RunEventBody[] | undefined;
}
