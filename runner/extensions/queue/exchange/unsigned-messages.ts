import type { DeliveredEntry } from './broker.ts';
import { QueueError } from './queue-error.ts';
import type { PrintLineOnce } from './report-once.ts';
import type { WorkerRoster } from './worker-roster.ts';

/** After a message that is not signed with the run's key, the run waits this long for a worker that has the key. */
const SIGNED_WORKER_TIMEOUT_MS = 15_000;

type UnsignedMessageOptions = {
  roster: WorkerRoster;
  printNoticeOnce: PrintLineOnce;
  fail(error: Error): void;
  /** Returns true if workers may still join later, because they may be busy with other runs. */
  mayComeLater(): Promise<boolean>;
};

/**
 * Handles messages that are not signed with the key of this run. If no worker with the right key joins, the run fails
 * instead of waiting forever.
 */
export function createUnsignedMessageHandler({ roster, printNoticeOnce, fail, mayComeLater }: UnsignedMessageOptions) {
  let timer: NodeJS.Timeout | undefined;
  return {
    onUnsignedMessage(message: Extract<DeliveredEntry, { ok: false }>) {
      printNoticeOnce(`refuses a message in the queue: ${message.reason}`);
      timer ??= setInterval(async () => {
        if (!roster.isEmpty() || (await mayComeLater()) || !roster.isEmpty()) return;
        const details = [`A message was refused: ${message.reason}.`];
        fail(new QueueError('no worker with the key of this run has joined', details));
      }, SIGNED_WORKER_TIMEOUT_MS);
    },
    stop: () => clearInterval(timer),
  };
}
