import type { RunEventBody } from '../../../contract/index.ts';
import type { AnswerPath } from '../../../ports/index.ts';
import type { Broker, EntryTaker, TakenEntry } from './broker.ts';
import type { ConnectionPulse } from './connection-pulse.ts';
import { type Message, type Order, orderListName, orderSchema, type RunRecord } from './messages.ts';
import type { OrderLedger } from './open-orders.ts';
import { pause } from './pause.ts';
import type { Presence } from './presence.ts';
import { limitText } from './remote-run.ts';

const PART_CHARACTERS = 500_000;

/** Splits the events of a delivery into messages small enough for a queue, in order. Returns at least one. */
function splitEvents(events: readonly RunEventBody[]): RunEventBody[][] {
  const parts: RunEventBody[][] = [[]];
  let size = 0;
  for (const event of events) {
    const own = JSON.stringify(event).length;
    if (size > 0 && size + own > PART_CHARACTERS) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(event);
    size += own;
  }
  return parts;
}

const LOOK_MS = 500;

export type Delivery = { order: Order; delivery: number };

/** A workspace that is ready for a run. */
export type OpenWorkspace = {
  execute(delivery: Delivery, signal: AbortSignal): Promise<readonly RunEventBody[]>;
  /** The values that all answers so far contained at the configured paths of their agents. */
  paths(): readonly AnswerPath[];
  close(): Promise<void>;
};

export type SendMessage = (message: Message, key: string) => Promise<void>;

/** Executes the attempts of a run on a worker. */
export type WorkerHands = {
  /** Starts to take attempts once this worker takes part in the run. Returns whether it does. */
  take(record: RunRecord): boolean;
  finish(): Promise<void>;
  abandon(): Promise<void>;
};

export type HandsOptions = {
  broker: Broker;
  runId: string;
  pulse: ConnectionPulse;
  workspace: OpenWorkspace;
  who: { id: string; worker: string; parallel: number };
  presence: Presence;
  ledger: OrderLedger;
  say: SendMessage;
  tell(line: string): void;
  /** Aborts when no more messages may be sent. */
  over: AbortSignal;
  /** Aborts when no more attempts may be taken. */
  stopped: AbortSignal;
};

export function openHands(options: HandsOptions, cancelled: AbortSignal): WorkerHands {
  const { broker, runId, who, tell } = options;
  let taker: EntryTaker | undefined;
  let hasToldWait = false;
  return {
    take({ sharing: { workers, isAgreed }, most }) {
      if (taker !== undefined) return true;
      if (isAgreed && workers.includes(who.id)) {
        tell(`working on run ${runId}`);
        const handle = createHandler(options, cancelled);
        taker = broker.take({ name: orderListName(runId), parallel: who.parallel }, handle);
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

function createHandler(options: HandsOptions, cancelled: AbortSignal): (takenOrder: TakenEntry) => Promise<void> {
  const { runId, presence, ledger, who, say, tell } = options;
  const reasons = new Set<string>();
  return async (takenOrder) => {
    await waitForPulse(options);
    const reading = readOrder(takenOrder, ledger);
    if (reading.ok) {
      const end = await presence.begin();
      try {
        await deliver(options, { id: takenOrder.id, ...reading.delivery }, cancelled);
        ledger.done(takenOrder.id);
      } finally {
        end();
      }
      return;
    }
    const { reason } = reading;
    if (!reasons.has(reason)) tell(`refuses an order of run ${runId}: ${reason}`);
    reasons.add(reason);
    const { id, worker } = who;
    await say({ kind: 'order-refused', worker, order: takenOrder.id, reason }, `order-refused-${id}-${takenOrder.id}`);
  };
}

/** Waits for a sign of life: a silent run may be dead, and nobody would receive the results of costly attempts. */
async function waitForPulse({ pulse, runId, over, stopped }: HandsOptions): Promise<void> {
  const isOver = AbortSignal.any([over, stopped]);
  while (!pulse.isRecent(runId)) {
    if (isOver.aborted) throw new Error('left to other workers');
    await pause(LOOK_MS, isOver);
  }
}

type ReadOrder = { ok: true; delivery: Delivery } | { ok: false; reason: string };

function readOrder(takenOrder: TakenEntry, ledger: OrderLedger): ReadOrder {
  if (!takenOrder.ok) return takenOrder;
  const order = orderSchema.safeParse(takenOrder.data);
  if (!order.success) return { ok: false, reason: 'it cannot be read' };
  if (!ledger.mayExecute(takenOrder.id)) {
    return { ok: false, reason: 'it was already executed, and was put into the queue again' };
  }
  return { ok: true, delivery: { order: order.data, delivery: takenOrder.delivery } };
}

async function deliver(
  { workspace, who, say, over }: HandsOptions,
  { id, order, delivery: deliveryNumber }: Delivery & { id: string },
  signal: AbortSignal,
): Promise<void> {
  const events = await workspace.execute({ order, delivery: deliveryNumber }, signal);
  const delivery = `${who.id}-${deliveryNumber}`;
  const parts = splitEvents(events);
  for (const [part, some] of parts.entries()) {
    await say(
      {
        kind: 'events',
        id: who.id,
        worker: who.worker,
        order: id,
        delivery,
        taken: deliveryNumber,
        part,
        parts: parts.length,
        events: some,
        paths: [...workspace.paths()],
      },
      `${id}-${delivery}-${part}`,
    );
  }
  // Throwing makes the queue give the attempt to another worker.
  if (over.aborted) throw new Error('the result could not be delivered');
}
