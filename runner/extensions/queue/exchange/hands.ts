import type { RunEventBody } from '../../../contract/index.ts';
import type { AnswerPath } from '../../../ports/index.ts';
import type { Broker, Taken, Taker } from './broker.ts';
import { type Message, type Order, orderSchema, ordersOf, type RunRecord } from './messages.ts';
import type { OrderLedger } from './open-orders.ts';
import { partsOf } from './parts.ts';
import { pause } from './pause.ts';
import type { Presence } from './presence.ts';
import type { Pulse } from './pulse.ts';
import { limitText } from './remote-run.ts';

const LOOK_MS = 500;

export type Delivery = { order: Order; delivery: number };

/** A workspace that is ready for a run. */
export type OpenWorkspace = {
  execute(delivery: Delivery, signal: AbortSignal): Promise<readonly RunEventBody[]>;
  /** What all answers so far had at the paths of their agents. */
  paths(): readonly AnswerPath[];
  close(): Promise<void>;
};

export type Say = (message: Message, key: string) => Promise<void>;

/** What a worker executes the attempts of a run with. */
export type Hands = {
  /** Takes attempts once this worker takes part. Answers whether it does. */
  take(record: RunRecord): boolean;
  finish(): Promise<void>;
  abandon(): Promise<void>;
};

export type HandsOptions = {
  broker: Broker;
  runId: string;
  pulse: Pulse;
  workspace: OpenWorkspace;
  who: { id: string; worker: string; parallel: number };
  presence: Presence;
  ledger: OrderLedger;
  say: Say;
  tell(line: string): void;
  /** Nothing more is said. */
  over: AbortSignal;
  /** Nothing more is taken. */
  stopped: AbortSignal;
};

export function openHands(options: HandsOptions, cancelled: AbortSignal): Hands {
  const { broker, runId, who, tell } = options;
  let taker: Taker | undefined;
  let hasToldWait = false;
  return {
    take({ sharing: { workers, isAgreed }, most }) {
      if (taker !== undefined) return true;
      if (isAgreed && workers.includes(who.id)) {
        tell(`working on run ${runId}`);
        const handle = createHandler(options, cancelled);
        taker = broker.take({ name: ordersOf(runId), parallel: who.parallel }, handle);
        return true;
      }
      if (most !== undefined && workers.length >= most && !workers.includes(who.id) && !hasToldWait) {
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

function createHandler(options: HandsOptions, cancelled: AbortSignal): (taken: Taken) => Promise<void> {
  const { runId, presence, ledger, who, say, tell } = options;
  const reasons = new Set<string>();
  return async (taken) => {
    await untilRecent(options);
    const read = readOrder(taken, ledger);
    if (read.ok) {
      const end = await presence.begin();
      try {
        await deliver(options, { id: taken.id, ...read.delivery }, cancelled);
        ledger.done(taken.id);
      } finally {
        end();
      }
      return;
    }
    const { reason } = read;
    if (!reasons.has(reason)) tell(`refuses an order of run ${runId}: ${reason}`);
    reasons.add(reason);
    const { id, worker } = who;
    await say({ kind: 'order-refused', worker, order: taken.id, reason }, `order-refused-${id}-${taken.id}`);
  };
}

/** A run that is not heard of may be dead: nobody would take what its attempts cost. */
async function untilRecent({ pulse, runId, over, stopped }: HandsOptions): Promise<void> {
  const isOver = AbortSignal.any([over, stopped]);
  while (!pulse.isRecent(runId)) {
    if (isOver.aborted) throw new Error('left to others');
    await pause(LOOK_MS, isOver);
  }
}

type ReadOrder = { ok: true; delivery: Delivery } | { ok: false; reason: string };

function readOrder(taken: Taken, ledger: OrderLedger): ReadOrder {
  if (!taken.ok) return taken;
  const order = orderSchema.safeParse(taken.data);
  if (!order.success) return { ok: false, reason: 'it cannot be read' };
  if (!ledger.mayExecute(taken.id)) {
    return { ok: false, reason: 'it was executed before, and somebody has put it in again' };
  }
  return { ok: true, delivery: { order: order.data, delivery: taken.delivery } };
}

async function deliver(
  { workspace, who, say, over }: HandsOptions,
  { id, order, delivery: taken }: Delivery & { id: string },
  signal: AbortSignal,
): Promise<void> {
  const events = await workspace.execute({ order, delivery: taken }, signal);
  const delivery = `${who.id}-${taken}`;
  const parts = partsOf(events);
  for (const [part, some] of parts.entries()) {
    await say(
      {
        kind: 'events',
        id: who.id,
        worker: who.worker,
        order: id,
        delivery,
        taken,
        part,
        parts: parts.length,
        events: some,
        paths: [...workspace.paths()],
      },
      `${id}-${delivery}-${part}`,
    );
  }
  // The queue gives it to others then.
  if (over.aborted) throw new Error('nobody was told what came of it');
}
