import type { AttemptsElsewhere } from '../ports/index.ts';
import type { Broker } from './broker.ts';
import {
  type FileDigests,
  type Message,
  messageSchema,
  messagesOf,
  ordersOf,
  RUNS,
  type RunRecord,
  WORKSPACES,
} from './messages.ts';
import { createOffers, type Offers } from './offers.ts';
import { persist, within } from './pause.ts';

const BEAT_MS = 2_000;
/** How many beats a run waits for its first worker before it says so. */
const LONELY_BEATS = 5;
/** How long attempts under way may take to end when the run is cancelled. */
const GRACE_MS = 15_000;
const READ_AT_ONCE = 16;

export type RemoteRunOptions = {
  broker: Broker;
  record: Omit<RunRecord, 'beat' | 'cancelled'>;
  files: FileDigests;
  /** What the person at the terminal should know. */
  tell(line: string): void;
};

export type RemoteRun = Pick<AttemptsElsewhere, 'execute' | 'withdraw'> & { close(): Promise<void> };

/**
 * Offers the attempts of a run to workers, and takes what they send back. The first delivery of an attempt that is
 * complete counts; whatever comes of others is dropped. What the queue has lost is offered again.
 */
export async function openRemoteRun(options: RemoteRunOptions, signal: AbortSignal): Promise<RemoteRun> {
  const { broker, record, tell } = options;
  const { runId } = record;
  const over = new AbortController();
  const orders = broker.list(ordersOf(runId));
  const messages = broker.list(messagesOf(runId));
  const offers = createOffers(orders, over.signal);
  const heard = { workers: 0 };
  const entry = await publish({ ...options, offers, heard }, signal);
  const hearing = broker.take({ name: messagesOf(runId), parallel: READ_AT_ONCE }, async ({ data }) =>
    hear(data, { offers, tell, heard }),
  );
  const beating = startBeat(() => persist(entry.live, over.signal));

  function cancel(): void {
    void persist(entry.live, over.signal);
    void offers.takeBack();
    const grace = setTimeout(() => offers.giveUp(), GRACE_MS);
    over.signal.addEventListener('abort', () => clearTimeout(grace));
  }
  signal.addEventListener('abort', cancel, { once: true });

  return {
    execute: (attempt) => offers.make({ ...attempt, again: false }),
    withdraw: () => void offers.takeBack(),
    async close() {
      clearInterval(beating);
      signal.removeEventListener('abort', cancel);
      over.abort();
      offers.giveUp();
      await hearing.abandon();
      await within(GRACE_MS, Promise.allSettled([entry.remove(), orders.drop(), messages.drop()]));
      await broker.close();
    },
  };
}

type Publishing = RemoteRunOptions & { offers: Offers; heard: { workers: number } };
type RunEntry = {
  /** Says that the run goes on, and whether it is cancelled. */
  live(): Promise<void>;
  remove(): Promise<void>;
};

/** Enters the run in the list of runs. Workers look there for runs that go on. */
async function publish(
  { broker, record, files, tell, offers, heard }: Publishing,
  signal: AbortSignal,
): Promise<RunEntry> {
  const { runId } = record;
  const runs = broker.list(RUNS);
  const workspaces = broker.list(WORKSPACES);
  let beat = 0;
  const put = async (): Promise<void> => {
    await workspaces.put([{ id: runId, data: files }]);
    await runs.put([{ id: runId, data: { ...record, beat, cancelled: signal.aborted } }]);
  };
  await put();
  return {
    async live() {
      beat += 1;
      if (beat === LONELY_BEATS && heard.workers === 0) {
        tell('no worker has joined yet; start one with "turntree work" and the same address');
      }
      if (await runs.replace({ id: runId, data: { ...record, beat, cancelled: signal.aborted } })) return;
      tell('the queue has lost this run: its attempts are offered again');
      await put();
      await offers.renew();
    },
    async remove() {
      await runs.remove(runId);
      await workspaces.remove(runId);
    },
  };
}

type Hearing = { offers: Offers; tell(line: string): void; heard: { workers: number } };

function hear(data: unknown, { offers, tell, heard }: Hearing): void {
  const message = readMessage(data);
  switch (message.kind) {
    case 'joined':
      heard.workers += 1;
      tell(`worker ${message.worker} has joined, ${message.parallel} at once`);
      return;
    case 'refused':
      tell(`worker ${message.worker} takes nothing: ${message.reasons.join('; ')}`);
      return;
    case 'events':
      offers.receive(message);
      return;
    case 'unreadable':
      tell(message.reason);
      return;
    default:
      message satisfies never;
  }
}

/** What cannot be read comes from nobody of this version, and must not come again for ever. */
function readMessage(data: unknown): Message | { kind: 'unreadable'; reason: string } {
  const read = messageSchema.safeParse(data);
  if (read.success) return read.data;
  return { kind: 'unreadable', reason: `a message of a worker cannot be read: ${read.error.message}` };
}

/** One beat at a time: a queue that is away is not asked more and more often. */
function startBeat(live: () => Promise<unknown>): NodeJS.Timeout {
  let isBeating = false;
  return setInterval(() => {
    if (isBeating) return;
    isBeating = true;
    void live().finally(() => {
      isBeating = false;
    });
  }, BEAT_MS);
}
