import type { AttemptsElsewhere } from '../ports/index.ts';
import { plural } from '../values/index.ts';
import { startBeat } from './beat.ts';
import type { Broker } from './broker.ts';
import { createFigures, type QueueFigures } from './figures.ts';
import { type FileDigests, type Message, messageSchema, messagesOf, ordersOf, type RunRecord } from './messages.ts';
import { createOffers, type Offers } from './offers.ts';
import { persist, within } from './pause.ts';
import { type Published, publish } from './publish.ts';
import { createRoster, type Roster } from './roster.ts';
import { createSharing, type Sharing } from './sharing.ts';

const BEAT_MS = 2_000;
/** How long a run waits for its first worker before it says so. */
const LONELY_MS = 10_000;
/** How long attempts under way may take to end when the run is cancelled. */
const GRACE_MS = 15_000;
const READ_AT_ONCE = 16;

export type RemoteRunOptions = {
  broker: Broker;
  record: Omit<RunRecord, 'beat' | 'cancelled' | 'ended' | 'sharing'>;
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

export type RemoteRun = Pick<AttemptsElsewhere, 'execute' | 'withdraw'> & { close(): Promise<void> };

/**
 * Offers the attempts of a run to workers, and takes what they send back. The first delivery of an attempt that is
 * complete counts; whatever comes of others is dropped. What the queue has lost is offered again.
 */
export async function openRemoteRun(options: RemoteRunOptions, signal: AbortSignal): Promise<RemoteRun> {
  const { broker, record, mostMs, show, tell } = options;
  const { runId, most } = record;
  const over = new AbortController();
  const orders = broker.list(ordersOf(runId));
  const messages = broker.list(messagesOf(runId));
  const offers = createOffers(orders, over.signal);
  const roster = createRoster();
  const shareOut = createSharing(most);
  const sharing = (): Sharing => shareOut(roster.seen());
  const entry = await publish(options, { sharing, isCancelled: () => signal.aborted, onLost: () => offers.renew() });
  const figures = createFigures(mostMs);
  const beat = startBeat(() => {
    show(figures(roster.seen(), offers.count()));
    return live({ entry, roster, tell }, over.signal);
  }, BEAT_MS);
  beat.now();
  const hearing = broker.take({ name: messagesOf(runId), parallel: READ_AT_ONCE }, async ({ data }) =>
    hear(data, { offers, roster, tell, most, changed: () => beat.now() }),
  );
  const lonely = setTimeout(() => {
    if (roster.seen().length > 0) return;
    tell('no worker has joined yet; start one with "turntree work" and the same address');
  }, LONELY_MS);

  function cancel(): void {
    beat.now();
    void offers.takeBack();
    const grace = setTimeout(() => offers.giveUp(), GRACE_MS);
    over.signal.addEventListener('abort', () => clearTimeout(grace));
  }
  signal.addEventListener('abort', cancel, { once: true });

  return {
    execute: (attempt) => offers.make({ ...attempt, again: false }),
    withdraw: () => void offers.takeBack(),
    async close() {
      clearTimeout(lonely);
      beat.stop();
      signal.removeEventListener('abort', cancel);
      over.abort();
      offers.giveUp();
      await hearing.abandon();
      await within(GRACE_MS, Promise.allSettled([entry.end(), orders.drop(), messages.drop()]));
      await broker.close();
    },
  };
}

type Living = { entry: Published; roster: Roster; tell(line: string): void };

async function live({ entry, roster, tell }: Living, signal: AbortSignal): Promise<void> {
  for (const name of roster.dropSilent()) {
    tell(`nothing is heard any more of worker ${name}: what it had goes to others`);
  }
  await persist(() => entry.live(), signal);
}

type Hearing = {
  offers: Offers;
  roster: Roster;
  tell(line: string): void;
  most: number | undefined;
  /** Who takes part is no longer the same. */
  changed(): void;
};

function hear(data: unknown, { offers, roster, tell, most, changed }: Hearing): void {
  const message = readMessage(data);
  switch (message.kind) {
    case 'alive': {
      const { kind: _kind, ...worker } = message;
      const heard = roster.hear(worker);
      if (heard === 'known') return;
      changed();
      if (heard === 'kept') return;
      tell(`worker ${worker.worker} has joined, ${worker.parallel} at once`);
      if (most !== undefined && roster.seen().length > most) tell(`it waits: ${limitText(most)}`);
      return;
    }
    case 'left': {
      const name = roster.leave(message.id);
      if (name !== undefined) tell(`worker ${name} has left`);
      changed();
      return;
    }
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

/** Why no more workers can take part than `most`. */
export function limitText(most: number): string {
  return `a connector of the run allows ${plural(most, 'call')} at once, and ${plural(most, 'worker')} share them`;
}

/** What cannot be read comes from nobody of this version, and must not come again for ever. */
function readMessage(data: unknown): Message | { kind: 'unreadable'; reason: string } {
  const read = messageSchema.safeParse(data);
  if (read.success) return read.data;
  return { kind: 'unreadable', reason: `a message of a worker cannot be read: ${read.error.message}` };
}
