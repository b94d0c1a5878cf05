import { setTimeout as wait } from 'node:timers/promises';
import type { BackendClasses, IQueueBackend, JobsOptions } from 'bullmq';
import type { Broker, BrokerList, DeliveredEntry, EntryTaker, TakeEntriesOptions, VerifiedEntry } from './broker.ts';
import { createBatchSender } from './create-batch-sender.ts';
import type { EntrySigner } from './entry-signer.ts';
import { withTimeout } from './wait-ms.ts';

/**
 * The following times are chosen so that the attempts of a lost worker are started by other workers within ten seconds:
 * the worker's locks expire, and after two more checks the entries become available again.
 */
const LOCK_DURATION_MS = 5_000;
const STALLED_CHECK_INTERVAL_MS = 1_500;
const LOCK_RENEWAL_INTERVAL_MS = 1_500;
/** How long to wait for a connection to close; it may be broken and never close. */
const CLOSE_TIMEOUT_MS = 3_000;
const MAX_RETRIES = 10;
const RETRY_DELAY_MS = 500;
/**
 * Practically unlimited, because the handler of an entry counts the deliveries itself and gives up after its own limit.
 */
const MAX_ATTEMPTS = 1_000_000;

const entryOptions: JobsOptions = {
  removeOnComplete: true,
  removeOnFail: true,
  attempts: MAX_ATTEMPTS,
  backoff: { type: 'fixed', delay: 500 },
};

type BullmqClasses<B extends IQueueBackend, C> = { classes: BackendClasses<B, C>; connection: C; seal: EntrySigner };

/** Creates a broker whose lists are queues of the BullMQ library, stored in Redis or PostgreSQL. */
export function createBullmqBroker<B extends IQueueBackend, C>({
  classes,
  connection,
  seal,
}: BullmqClasses<B, C>): Broker {
  const openResources: (() => Promise<unknown>)[] = [];
  return {
    openList(name) {
      const queue = new classes.Queue<unknown>(name, { connection });
      // The error event is ignored: broken connections reconnect automatically, and each caller gets the error of its
      // own request.
      queue.on('error', () => undefined);
      const close = runActionOnce(() => withTimeout(CLOSE_TIMEOUT_MS, queue.close()));
      openResources.push(close);
      const findJob = async (id: string) => queue.getJob(id);
      const list: BrokerList = {
        // Entries are added in groups, because adding one entry to PostgreSQL takes as long as adding many.
        addEntries: createBatchSender((entries) =>
          queue.addBulk(
            entries.map(({ id, data }) => {
              const signedData = seal.sign({ list: name, id }, data);
              return { name: 'entry', data: signedData, opts: { ...entryOptions, jobId: id } };
            }),
          ),
        ),
        async readUntaken() {
          const jobs = await queue.getJobs(['waiting', 'prioritized'], 0, -1, true);
          return jobs.flatMap(({ id, data }): VerifiedEntry[] =>
            id === undefined ? [] : [{ id, ...seal.verify({ list: name, id }, data) }],
          );
        },
        size: () => queue.getJobCountByTypes('waiting', 'prioritized', 'delayed', 'active'),
        async readEntry(id) {
          const foundJob = await findJob(id);
          return foundJob === undefined ? undefined : seal.verify({ list: name, id }, foundJob.data);
        },
        async replaceEntry({ id, data }) {
          const foundJob = await findJob(id);
          await foundJob?.updateData(seal.sign({ list: name, id }, data));
          return foundJob !== undefined;
        },
        async removeEntry(id) {
          const removed = await queue.remove(id);
          return removed === 1;
        },
        deleteList: () => retryUntilSuccess(() => queue.obliterate({ force: true })),
        close,
      };
      return list;
    },
    takeEntries({ name, parallel }: TakeEntriesOptions, handle) {
      const worker = new classes.Worker<unknown, void>(
        name,
        async ({ id = '', data, attemptsStarted }) => {
          const takenOrder: DeliveredEntry = {
            id,
            ...seal.verify({ list: name, id }, data),
            delivery: attemptsStarted,
          };
          await handle(takenOrder);
        },
        {
          connection,
          concurrency: parallel,
          maxStalledCount: MAX_ATTEMPTS,
          lockDuration: LOCK_DURATION_MS,
          lockRenewTime: LOCK_RENEWAL_INTERVAL_MS,
          stalledInterval: STALLED_CHECK_INTERVAL_MS,
          drainDelay: 2,
          runRetryDelay: 500,
        },
      );
      worker.on('error', () => undefined);
      const abandon = runActionOnce(() => withTimeout(CLOSE_TIMEOUT_MS, worker.close(true)));
      openResources.push(abandon);
      const taker: EntryTaker = { close: () => worker.close(), abandon };
      return taker;
    },
    async close() {
      await Promise.all(openResources.map((close) => close()));
    },
  };
}

/**
 * Repeats an action that fails, because workers that finish entries at the same moment can cause a deadlock in
 * PostgreSQL, which then rejects one of their transactions.
 */
async function retryUntilSuccess(action: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await action();
    } catch (error) {
      if (tries === MAX_RETRIES) throw error;
      await wait(RETRY_DELAY_MS);
    }
  }
}

function runActionOnce(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= action();
    return running;
  };
}
