import type { Taken } from './broker.ts';
import { QueueError } from './queue-error.ts';
import type { Roster } from './roster.ts';
import type { TellOnce } from './tell-once.ts';

/** How long a run waits for a worker with its key after others have come. */
const STRANGERS_MS = 15_000;

type StrangerOptions = {
  roster: Roster;
  tellOnce: TellOnce;
  fail(error: Error): void;
  /** The workers of this run may be busy with other runs. */
  mayComeLater(): Promise<boolean>;
};

/**
 * Messages that nobody with the key of this run has signed. Where nobody else comes, workers and run have different keys,
 * and waiting for them would take for ever.
 */
export function createStrangers({ roster, tellOnce, fail, mayComeLater }: StrangerOptions) {
  let timer: NodeJS.Timeout | undefined;
  return {
    hear(message: Extract<Taken, { ok: false }>) {
      tellOnce(`refuses a message in the queue: ${message.reason}`);
      timer ??= setInterval(async () => {
        if (!roster.isEmpty() || (await mayComeLater()) || !roster.isEmpty()) return;
        const details = [`A message was refused: ${message.reason}.`];
        fail(new QueueError('no worker with the key of this run has joined', details));
      }, STRANGERS_MS);
    },
    stop: () => clearInterval(timer),
  };
}
