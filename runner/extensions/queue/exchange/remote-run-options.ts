import type { Broker } from './broker.ts';
import type { ConstantRunRecord, FileDigests } from './messages.ts';
import type { QueueFigures } from './queue-figures.ts';

export type RemoteRunOptions = {
  broker: Broker;
  record: ConstantRunRecord;
  files: FileDigests;
  /** The id of the earlier run that this run resumes. */
  resumes: string | undefined;
  /** An attempt that takes longer than this counts as stuck. */
  maxAttemptMs: number;
  /** Called every two seconds with the state of the queue. */
  showFigures(figures: QueueFigures): void;
  /** Shows a line of text to the person at the terminal. */
  printNotice(line: string): void;
};
