import { setTimeout as wait } from 'node:timers/promises';
import type { BackendClasses, IQueueBackend, JobsOptions } from 'bullmq';
import type { Broker, EntryTaker, FoundEntry, SharedList, TakenEntry, TakeOptions } from './broker.ts';
import { createBatchSender } from './create-batch-sender.ts';
import { withinTime } from './pause.ts';
import type { Seal } from './seal.ts';

/**
 * Within ten seconds, a lost worker must be noticed and its attempts begun elsewhere: its locks expire, and two checks
 * later its entries go to others.
 */
const LOCK_MS = 5_000;
const LOOK_MS = 1_500;
const RENEW_MS = 1_500;
/** How long a connection that may be broken gets to close in good order. */
const GOODBYE_MS = 3_000;
const DROP_TRIES = 10;
const DROP_PAUSE_MS = 500;
/** Practically unlimited: the handler of an entry decides how many deliveries are too many. */
const ENDLESS = 1_000_000;

const entryOptions: JobsOptions = {
  removeOnComplete: true,
  removeOnFail: true,
  attempts: ENDLESS,
  backoff: { type: 'fixed', delay: 500 },
};

type BullmqClasses<B extends IQueueBackend, C> = { classes: BackendClasses<B, C>; connection: C; seal: Seal };

/** BullMQ lists, on Redis or PostgreSQL. */
export function bullmqBroker<B extends IQueueBackend, C>({ classes, connection, seal }: BullmqClasses<B, C>): Broker {
  const closing: (() => Promise<unknown>)[] = [];
  return {
    list(name) {
      const queue = new classes.Queue<unknown>(name, { connection });
      // Broken connections reconnect automatically, and each caller gets the error of its own request.
      queue.on('error', () => undefined);
      const close = tryOnce(() => withinTime(GOODBYE_MS, queue.close()));
      closing.push(close);
      const job = async (id: string) => queue.getJob(id);
      const list: SharedList = {
        // Sent in groups, because PostgreSQL takes as long for one entry as for many.
        put: createBatchSender((entries) =>
          queue.addBulk(
            entries.map(({ id, data }) => {
              const sealed = seal.close({ list: name, id }, data);
              return { name: 'entry', data: sealed, opts: { ...entryOptions, jobId: id } };
            }),
          ),
        ),
        async waiting() {
          const jobs = await queue.getJobs(['waiting', 'prioritized'], 0, -1, true);
          return jobs.flatMap(({ id, data }): FoundEntry[] =>
            id === undefined ? [] : [{ id, ...seal.open({ list: name, id }, data) }],
          );
        },
        size: () => queue.getJobCountByTypes('waiting', 'prioritized', 'delayed', 'active'),
        async read(id) {
          const foundJob = await job(id);
          return foundJob === undefined ? undefined : seal.open({ list: name, id }, foundJob.data);
        },
        async replace({ id, data }) {
          const foundJob = await job(id);
          await foundJob?.updateData(seal.close({ list: name, id }, data));
          return foundJob !== undefined;
        },
        async remove(id) {
          const removed = await queue.remove(id);
          return removed === 1;
        },
        drop: () => retryUntilSuccess(() => queue.obliterate({ force: true })),
        close,
      };
      return list;
    },
    take({ name, parallel }: TakeOptions, handle) {
      const worker = new classes.Worker<unknown, void>(
        name,
        async ({ id = '', data, attemptsStarted }) => {
          const takenOrder: TakenEntry = { id, ...seal.open({ list: name, id }, data), delivery: attemptsStarted };
          await handle(takenOrder);
        },
        {
          connection,
          concurrency: parallel,
          maxStalledCount: ENDLESS,
          lockDuration: LOCK_MS,
          lockRenewTime: RENEW_MS,
          stalledInterval: LOOK_MS,
          drainDelay: 2,
          runRetryDelay: 500,
        },
      );
      worker.on('error', () => undefined);
      const abandon = tryOnce(() => withinTime(GOODBYE_MS, worker.close(true)));
      closing.push(abandon);
      const taker: EntryTaker = { close: () => worker.close(), abandon };
      return taker;
    },
    async close() {
      await Promise.all(closing.map((close) => close()));
    },
  };
}

/**
 * Repeats an action that fails: workers that finish an entry at the same moment can cause a deadlock in PostgreSQL,
 * which then rejects one of the two.
 */
async function retryUntilSuccess(action: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await action();
    } catch (error) {
      if (tries === DROP_TRIES) throw error;
      await wait(DROP_PAUSE_MS);
    }
  }
}

function tryOnce(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= action();
    return running;
  };
}
