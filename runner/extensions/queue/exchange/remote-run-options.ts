import type { Broker } from './broker.ts';
import type { ConstantRunRecord, FileDigests } from './messages.ts';
import type { QueueFigures } from './queue-figures.ts';

export type RemoteRunOptions = {
  broker: Broker;
  record: ConstantRunRecord;
  files: FileDigests;
  /** The id of the earlier run that this run resumes. */
  resumes: string | undefined;
  /** The duration after which an attempt counts as stuck. */
  maxAttemptMs: number;
  /** Called every two seconds with the state of the queue. */
  showFigures(figures: QueueFigures): void;
  /** Prints a line in the terminal. */
  printNotice(line: string): void;
};
