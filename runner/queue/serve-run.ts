import type { RunEventBody } from '../contract/index.ts';
import { plural } from '../values/index.ts';
import type { Broker, SharedList, Taken, Taker } from './broker.ts';
import {
  type FileDigests,
  fileDigestsSchema,
  type Message,
  messagesOf,
  type Order,
  orderSchema,
  ordersOf,
  type RunRecord,
  runRecordSchema,
} from './messages.ts';
import { partsOf } from './parts.ts';
import { pause, persist, within } from './pause.ts';
import { type Presence, startPresence } from './presence.ts';
import type { Pulse } from './pulse.ts';
import { limitText } from './remote-run.ts';
import { dropLists } from './remove-run.ts';
import { readRunFiles } from './run-files.ts';
import { createShare, type Share } from './share.ts';

const LOOK_MS = 500;
/** Whoever has joined has nothing else to do. */
const JOINING_MS = 100;
const GOODBYE_MS = 3_000;

export type Delivery = { order: Order; delivery: number };

/** A workspace that is ready for a run. */
export type OpenWorkspace = {
  execute(delivery: Delivery, signal: AbortSignal): Promise<readonly RunEventBody[]>;
  close(): Promise<void>;
};

/** Why a worker takes nothing of a run. */
export class Refusal extends Error {
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(reasons.join('; '));
    this.name = 'Refusal';
    this.reasons = reasons;
  }
}

export type OfferedRun = { record: RunRecord; files: FileDigests; share: Share };

export type Serving = {
  broker: Broker;
  /** Of this worker alone; its name may be that of others, too. */
  id: string;
  worker: string;
  parallel: number;
  version: string;
  /** Throws a `Refusal`. */
  open(run: OfferedRun, signal: AbortSignal): Promise<OpenWorkspace>;
  tell(line: string): void;
};

export type Found = { runs: SharedList; pulse: Pulse; id: string; data: unknown };
type Say = (message: Message, key: string) => Promise<void>;

/** Works on one run. Answers false if the run may want this worker later: its own machine is only out of sight. */
export async function serveRun(serving: Serving, found: Found, signal: AbortSignal): Promise<boolean> {
  const { broker, worker, tell } = serving;
  const { id } = found;
  const messages = broker.list(messagesOf(id));
  const over = new AbortController();
  const say: Say = async (data, key) => void (await persist(() => messages.put([{ id: key, data }]), over.signal));
  const share = createShare();
  try {
    const workspace = await openFor(serving, { ...found, share }, signal);
    try {
      return await workOn({ serving, found, workspace, share, say, over }, signal);
    } finally {
      await workspace.close();
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell(`takes nothing of run ${id}: ${error.reasons.join('; ')}`);
    const refused: Message = { kind: 'refused', worker, reasons: [...error.reasons] };
    await persist(() => messages.put([{ id: `refused-${serving.id}`, data: refused }]), signal);
    return true;
  } finally {
    await messages.close();
  }
}

async function openFor(
  { broker, version, open }: Serving,
  { runs, pulse, id, data, share }: Found & { share: Share },
  signal: AbortSignal,
): Promise<OpenWorkspace> {
  const record = runRecordSchema.safeParse(data);
  const theirs = record.success ? record.data.version : 'another version';
  if (!record.success || theirs !== version) {
    throw new Refusal([
      `the run is of Turntree ${theirs}, this worker of ${version}: install the same version on both`,
    ]);
  }
  const files = fileDigestsSchema.safeParse(await readRunFiles({ broker, runs, pulse, id }, signal));
  if (!files.success) {
    throw new Refusal([
      'the queue does not say which files the run has, so that this workspace may be another: start the run again',
    ]);
  }
  return open({ record: record.data, files: files.data, share }, signal);
}

type Working = {
  serving: Serving;
  found: Found;
  workspace: OpenWorkspace;
  share: Share;
  say: Say;
  /** Nothing more is said. */
  over: AbortController;
};

async function workOn(working: Working, signal: AbortSignal): Promise<boolean> {
  const { serving, found, share, say, over } = working;
  const { broker, id: own, worker, parallel, tell } = serving;
  const { id } = found;
  const cancelled = new AbortController();
  const tally = { done: 0, said: 0 };
  const presence = startPresence(
    (seen) => {
      tally.said += 1;
      return say({ kind: 'alive', ...seen }, `alive-${own}-${tally.said}`);
    },
    { id: own, worker, parallel },
  );
  const hands = openHands(working, { presence, tally, cancelled });
  const state = await watchRun(
    found,
    (record) => {
      if (record.cancelled) cancelled.abort();
      const { sharing, most } = record;
      const sharers = sharing.workers.length;
      if (share.set(sharing, own) && most !== undefined && sharers > 1) tell(`shares ${sharedText(most, sharers)}`);
      presence.keep(share.kept());
      return hands.take(record);
    },
    signal,
  );
  if (state === 'stopped') {
    tell('takes nothing more, and ends what it has');
    await hands.finish();
    await within(GOODBYE_MS, say({ kind: 'left', id: own, worker }, `left-${own}`));
  }
  presence.stop();
  cancelled.abort();
  over.abort();
  await hands.abandon();
  // What this worker has left behind of a run that is over.
  if (state === 'over') await persist(() => dropLists(broker, id), signal);
  tell(`${endings[state]} run ${id}: ${plural(tally.done, 'attempt')}`);
  return state !== 'lost';
}

function sharedText(most: number, workers: number): string {
  return `the ${plural(most, 'call')} that a connector allows at once among ${plural(workers, 'worker')}`;
}

type Hands = {
  /** Takes attempts once this worker takes part. Answers whether it does. */
  take(record: RunRecord): boolean;
  finish(): Promise<void>;
  abandon(): Promise<void>;
};

function openHands(
  { serving, found: { id }, workspace, say }: Working,
  { presence, tally, cancelled }: { presence: Presence; tally: { done: number }; cancelled: AbortController },
): Hands {
  const { broker, id: own, parallel, tell } = serving;
  let taker: Taker | undefined;
  let hasToldWait = false;
  const start = (): Taker => {
    tell(`working on run ${id}`);
    return broker.take({ name: ordersOf(id), parallel }, async (taken) => {
      const end = presence.begin();
      try {
        await deliver({ workspace, own, worker: serving.worker, say }, taken, cancelled.signal);
        tally.done += 1;
      } finally {
        end();
      }
    });
  };
  return {
    take({ sharing: { workers, isAgreed }, most }) {
      if (taker !== undefined) return true;
      if (isAgreed && workers.includes(own)) {
        taker = start();
        return true;
      }
      if (most !== undefined && workers.length >= most && !workers.includes(own) && !hasToldWait) {
        hasToldWait = true;
        tell(`waits: ${limitText(most)}`);
      }
      return false;
    },
    async finish() {
      await taker?.close();
    },
    async abandon() {
      await taker?.abandon();
    },
  };
}

type WatchEnd = 'over' | 'lost' | 'stopped';

const endings: Readonly<Record<WatchEnd, string>> = {
  over: 'done with',
  lost: 'nothing is heard any more of',
  stopped: 'stopped in',
};

/** Waits until the run has ended, its machine is gone, or the worker is stopped. `onRecord` answers whether this worker takes part. */
async function watchRun(
  { runs, pulse, id }: Found,
  onRecord: (record: RunRecord) => boolean,
  signal: AbortSignal,
): Promise<WatchEnd> {
  while (!signal.aborted) {
    const data = await persist(() => runs.read(id), signal);
    if (signal.aborted) break;
    const record = runRecordSchema.safeParse(data);
    if (record.success && record.data.ended) return 'over';
    if (!pulse.isAlive(id, data)) return 'lost';
    // The queue has lost the record: the run's own machine puts it there again.
    await pause(record.success && !onRecord(record.data) ? JOINING_MS : LOOK_MS, signal);
  }
  return 'stopped';
}

type Delivering = { workspace: OpenWorkspace; own: string; worker: string; say: Say };

async function deliver(
  { workspace, own, worker, say }: Delivering,
  { id, data, delivery: taken }: Taken,
  signal: AbortSignal,
): Promise<void> {
  const order = orderSchema.parse(data);
  const events = await workspace.execute({ order, delivery: taken }, signal);
  // Of a queue that lost the attempt and got it again, numbers begin anew.
  const delivery = `${own}-${taken}${order.again ? '-again' : ''}`;
  const parts = partsOf(events);
  for (const [part, some] of parts.entries()) {
    await say(
      { kind: 'events', worker, order: id, delivery, taken, part, parts: parts.length, events: some },
      `${id}-${delivery}-${part}`,
    );
  }
}
