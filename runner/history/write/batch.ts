import type { AttemptKey } from '../../fold/index.ts';
import type { StoredRow } from '../db/select.ts';
import type { StoredText } from '../log/event-bodies.ts';
import { createEmptyEventLines, type EventLines } from '../log/event-lines.ts';
import type { ModelCallText } from '../log/event-row.ts';

/** The columns of a run's row that are set at the start of the run. */
export type StartedRun = Omit<
  StoredRow<'runs'>,
  | 'ordinal'
  | 'setAside'
  | 'faults'
  | 'figures'
  | 'label'
  | 'deletedAt'
  | Exclude<keyof FinishedRun, 'id' | 'status' | 'spent'>
>;

/**
 * The columns of a run's row that are set at the end of the run. `spent` is JSON and becomes a part of the run's
 * figures.
 */
export type FinishedRun = Pick<StoredRow<'runs'>, 'id' | 'status' | 'finishedAt' | 'exitCode' | 'reason' | 'missed'> & {
  spent: string | null;
};

/**
 * Rows to write in one transaction. The many events and attempts are packed into one text each, because transferring a
 * text to the writer thread is much faster than transferring as many objects.
 */
export type EventBatch = {
  runId: string;
  started: StartedRun[];
  events: EventLines;
  blobs: StoredText[];
  calls: ModelCallText[];
  live: LiveText[];
  attempts: string;
  finished: FinishedRun[];
  /** The size of the batch in characters, without live texts. */
  size: number;
};

/** The text that an agent has streamed so far in an unfinished turn; null once the turn has ended. */
export type LiveText = { attemptKey: AttemptKey; turn: number; text: string | null };

export function emptyBatch(runId: string): EventBatch {
  return {
    runId,
    started: [],
    events: createEmptyEventLines(),
    blobs: [],
    calls: [],
    live: [],
    attempts: '',
    finished: [],
    size: 0,
  };
}
