import type { CaseResult, PlannedCase, RunEventBody } from '../contract/index.ts';
import type { ConfiguredAnswerPath } from './answer-paths.ts';

/** An attempt, with the data about its run that a remote worker needs. */
export type RemoteAttemptRequest = {
  planned: PlannedCase;
  attempt: number;
  /** Maximum number of retries after failures outside the agent. */
  retries: number;
  setAside?: CaseResult['setAside'];
};

/** Executes whole attempts in other processes, including their hooks: from `case.started` to `case.finished`. */
export interface RemoteAttemptExecutor {
  /** The maximum number of attempts in progress. */
  readonly atOnce: number;
  /** Returns the events of the attempt; undefined if it was withdrawn before a worker started it. */
  execute(order: RemoteAttemptRequest, signal: AbortSignal): Promise<readonly RunEventBody[] | undefined>;
  /** Withdraws the attempts that no worker has started. */
  withdraw(): void;
  /** Called for an attempt that two workers executed, with the events of the execution that was discarded. */
  onDropped(listener: (dropped: DroppedDelivery) => void): void;
  /** Waits until no worker executes an attempt of the run. After that, `onDropped` is not called any more. */
  settle(): Promise<void>;
  /** The values that answers of agents contained at the configured paths, as reported by workers. */
  paths(): readonly ConfiguredAnswerPath[];
}

export type DroppedDelivery = { worker: string; events: readonly RunEventBody[] };
