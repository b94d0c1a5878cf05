import type { RunEventBody } from '../contract/index.ts';
import { plural } from '../values/index.ts';
import type { Broker, SharedList, Taken } from './broker.ts';
import {
  type FileDigests,
  fileDigestsSchema,
  messagesOf,
  type Order,
  orderSchema,
  ordersOf,
  RUNS,
  type RunRecord,
  runRecordSchema,
  WORKSPACES,
} from './messages.ts';
import { partsOf } from './parts.ts';
import { pause, persist } from './pause.ts';
import { createPulse, type Pulse } from './pulse.ts';

const LOOK_MS = 500;

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

export type Serving = {
  broker: Broker;
  worker: string;
  parallel: number;
  version: string;
  /** Throws a `Refusal`. */
  open(record: RunRecord, files: FileDigests, signal: AbortSignal): Promise<OpenWorkspace>;
  tell(line: string): void;
};

/** Works on the runs of a queue, the oldest first, one after the other, until it is stopped: then it ends what it has. */
export async function serveRuns(serving: Serving, signal: AbortSignal): Promise<void> {
  const runs = serving.broker.list(RUNS);
  const pulse = createPulse();
  const done = new Set<string>();
  while (!signal.aborted) {
    const records = (await persist(() => runs.waiting(), signal)) ?? [];
    const next = records.find(({ id, data }) => !done.has(id) && pulse.isAlive(id, data));
    if (next === undefined) {
      await pause(LOOK_MS, signal);
      continue;
    }
    const isOver = await serveRun(serving, { runs, pulse, ...next }, signal);
    if (isOver) done.add(next.id);
  }
}

type Served = { runs: SharedList; pulse: Pulse; id: string; data: unknown };

/** Answers false if the run may want this worker later: its own machine is only out of sight. */
async function serveRun(serving: Serving, { runs, pulse, id, data }: Served, signal: AbortSignal): Promise<boolean> {
  const { broker, worker, parallel, tell } = serving;
  const messages = broker.list(messagesOf(id));
  const cancelled = new AbortController();
  const over = new AbortController();
  try {
    const workspace = await openFor(serving, { id, data }, signal);
    const say = (data: unknown, key: string) => persist(() => messages.put([{ id: key, data }]), over.signal);
    await say({ kind: 'joined', worker, parallel }, `joined-${worker}`);
    tell(`working on run ${id}`);
    const tally = { done: 0 };
    const taker = broker.take({ name: ordersOf(id), parallel }, async (taken) => {
      await deliver({ workspace, worker, say }, taken, cancelled.signal);
      tally.done += 1;
    });
    const state = await watchRun({ runs, pulse, id, cancelled }, signal);
    if (state === 'stopped') tell('takes nothing more, and ends what it has');
    if (state === 'stopped') await taker.close();
    cancelled.abort();
    over.abort();
    await taker.abandon();
    await workspace.close();
    // What this worker has left behind of a run that is over.
    if (state === 'over') await persist(() => broker.list(ordersOf(id)).drop(), signal);
    tell(`${endings[state]} run ${id}: ${plural(tally.done, 'attempt')}`);
    return state !== 'lost';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell(`takes nothing of run ${id}: ${error.reasons.join('; ')}`);
    const refused = { kind: 'refused', worker, reasons: error.reasons };
    await persist(() => messages.put([{ id: `refused-${worker}`, data: refused }]), signal);
    return true;
  } finally {
    await messages.close();
  }
}

async function openFor(
  { broker, version, open }: Serving,
  { id, data }: { id: string; data: unknown },
  signal: AbortSignal,
): Promise<OpenWorkspace> {
  const record = runRecordSchema.safeParse(data);
  const theirs = record.success ? record.data.version : 'another version';
  if (!record.success || theirs !== version) {
    throw new Refusal([
      `the run is of Turntree ${theirs}, this worker of ${version}: install the same version on both`,
    ]);
  }
  const workspaces = broker.list(WORKSPACES);
  const files = await persist(() => workspaces.read(id), signal);
  await workspaces.close();
  return open(record.data, fileDigestsSchema.parse(files ?? {}), signal);
}

type Watched = { runs: SharedList; pulse: Pulse; id: string; cancelled: AbortController };
type WatchEnd = 'over' | 'lost' | 'stopped';

const endings: Readonly<Record<WatchEnd, string>> = {
  over: 'done with',
  lost: 'nothing is heard any more of',
  stopped: 'stopped in',
};

/** Waits until the run has ended, its machine is gone, or the worker is stopped. A cancel reaches the attempts. */
async function watchRun({ runs, pulse, id, cancelled }: Watched, signal: AbortSignal): Promise<WatchEnd> {
  while (!signal.aborted) {
    const data = await persist(() => runs.read(id), signal);
    if (signal.aborted) break;
    const record = runRecordSchema.safeParse(data);
    if (!record.success) return 'over';
    if (!pulse.isAlive(id, data)) return 'lost';
    if (record.data.cancelled) cancelled.abort();
    await pause(LOOK_MS, signal);
  }
  return 'stopped';
}

type Delivering = {
  workspace: OpenWorkspace;
  worker: string;
  say(data: unknown, key: string): Promise<void>;
};

async function deliver(
  { workspace, worker, say }: Delivering,
  { id, data, delivery }: Taken,
  signal: AbortSignal,
): Promise<void> {
  const order = orderSchema.parse(data);
  const events = await workspace.execute({ order, delivery }, signal);
  // Of a queue that lost the attempt and got it again, numbers begin anew.
  const name = `${worker}-${delivery}${order.again ? '-again' : ''}`;
  const parts = partsOf(events);
  for (const [part, some] of parts.entries()) {
    await say(
      { kind: 'events', worker, order: id, delivery: name, part, parts: parts.length, events: some },
      `${id}-${name}-${part}`,
    );
  }
}
