import type { Broker } from './broker.ts';
import type { QueueFigures } from './figures.ts';
import type { FileDigests, FixedRecord } from './messages.ts';

export type RemoteRunOptions = {
  broker: Broker;
  record: FixedRecord;
  files: FileDigests;
  /** The id of a run that this one goes on with. */
  resumes: string | undefined;
  /** An attempt that takes longer is stuck. */
  mostMs: number;
  /** Told every two seconds how the queue stands. */
  show(figures: QueueFigures): void;
  /** What the person at the terminal should know. */
  tell(line: string): void;
};
