import type { CaseResult, PlannedCase, RunEventBody } from '../contract/index.ts';
import type { AnswerPath } from './answer-paths.ts';

/** An attempt, and what of its run whoever executes it has to know. */
export type AttemptOrder = {
  planned: PlannedCase;
  attempt: number;
  /** How often it is repeated when it goes wrong by the fault of others. */
  retries: number;
  setAside?: CaseResult['setAside'];
};

/** Executes attempts in other processes, whole: with their hooks, from `case.started` to `case.finished`. */
export interface AttemptsElsewhere {
  /** How many may be on their way together. */
  readonly atOnce: number;
  /** Answers the events of the attempt, or nothing when it was withdrawn before anybody began it. */
  execute(order: AttemptOrder, signal: AbortSignal): Promise<readonly RunEventBody[] | undefined>;
  /** Takes back what nobody has begun. */
  withdraw(): void;
  /** Told of each attempt that was begun twice, with the events that count for nothing. */
  onDropped(listener: (dropped: DroppedDelivery) => void): void;
  /** Waits until nobody has anything of the run any more. Nothing is dropped after that. */
  settle(): Promise<void>;
  /** What answers of agents had at the paths of their entries, as far as it was told. */
  paths(): readonly AnswerPath[];
}

export type DroppedDelivery = { worker: string; events: readonly RunEventBody[] };
