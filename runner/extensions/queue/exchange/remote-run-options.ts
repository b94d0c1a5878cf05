import type { Broker } from './broker.ts';
import type { ConstantRunRecord, FileDigests } from './messages.ts';
import type { QueueFigures } from './queue-figures.ts';

export type RemoteRunOptions = {
  broker: Broker;
  record: ConstantRunRecord;
  files: FileDigests;
  /** The id of the run that this one resumes. */
  resumes: string | undefined;
  /** An attempt that takes longer is stuck. */
  maxAttemptMs: number;
  /** Called every two seconds with the state of the queue. */
  showFigures(figures: QueueFigures): void;
  /** Shows a line to the person at the terminal. */
  printNotice(line: string): void;
};
