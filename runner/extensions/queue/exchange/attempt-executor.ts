import type { RunEventBody } from '../../../contract/index.ts';
import type { ConfiguredAnswerPath } from '../../../ports/index.ts';
import type { Broker, DeliveredEntry, EntryTaker } from './broker.ts';
import {
  type AttemptWorkOrder,
  orderListName,
  type RunRecord,
  type WorkerMessage,
  workOrderSchema,
} from './messages.ts';
import type { ExecutedWorkOrders } from './open-orders.ts';
import { describeWorkerLimit } from './remote-run.ts';
import type { RunHeartbeats } from './run-heartbeats.ts';
import { waitMs } from './wait-ms.ts';
import type { WorkerHeartbeat } from './worker-heartbeat.ts';

const MAX_PART_LENGTH = 500_000;

/** Splits the events of an attempt into messages that are small enough for a queue, in order. Returns at least one. */
function splitEventsIntoMessages(events: readonly RunEventBody[]): RunEventBody[][] {
  const parts: RunEventBody[][] = [[]];
  let size = 0;
  for (const event of events) {
    const eventLength = JSON.stringify(event).length;
    if (size > 0 && size + eventLength > MAX_PART_LENGTH) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(event);
    size += eventLength;
  }
  return parts;
}

const POLL_INTERVAL_MS = 500;

export type WorkOrderDelivery = { order: AttemptWorkOrder; delivery: number };

/** A workspace on a worker, prepared for executing the attempts of a run. */
export type OpenWorkspace = {
  execute(delivery: WorkOrderDelivery, signal: AbortSignal): Promise<readonly RunEventBody[]>;
  /** Returns what the configured paths have found in the answers of agents so far. */
  paths(): readonly ConfiguredAnswerPath[];
  close(): Promise<void>;
};

export type SendMessage = (message: WorkerMessage, key: string) => Promise<void>;

/** Takes the attempts of a run from the queue and executes them on a worker. */
export type AttemptExecutor = {
  /** Starts if this worker takes part in the run. Returns true if it does. */
  startIfTakingPart(record: RunRecord): boolean;
  finishAttempts(): Promise<void>;
  abandonAttempts(): Promise<void>;
};

export type AttemptExecutorOptions = {
  broker: Broker;
  runId: string;
  heartbeats: RunHeartbeats;
  workspace: OpenWorkspace;
  workerIdentity: { id: string; worker: string; parallel: number };
  heartbeat: WorkerHeartbeat;
  executedOrders: ExecutedWorkOrders;
  sendMessage: SendMessage;
  printNotice(line: string): void;
  /** Aborts when no more messages may be sent. */
  endSignal: AbortSignal;
  /** Aborts when no more attempts may be taken. */
  stopped: AbortSignal;
};

export function createAttemptExecutor(options: AttemptExecutorOptions, cancelled: AbortSignal): AttemptExecutor {
  const { broker, runId, workerIdentity, printNotice } = options;
  let taker: EntryTaker | undefined;
  let hasPrintedWait = false;
  return {
    startIfTakingPart({ sharing: { workers, isAgreed }, most }) {
      if (taker !== undefined) return true;
      if (isAgreed && workers.includes(workerIdentity.id)) {
        printNotice(`working on run ${runId}`);
        const handle = createWorkOrderHandler(options, cancelled);
        taker = broker.takeEntries({ name: orderListName(runId), parallel: workerIdentity.parallel }, handle);
        return true;
      }
      if (most !== undefined && workers.length >= most && !workers.includes(workerIdentity.id) && !hasPrintedWait) {
        hasPrintedWait = true;
        printNotice(`waits: ${describeWorkerLimit(most)}`);
      }
      return false;
    },
    async finishAttempts() {
      await taker?.close();
    },
    async abandonAttempts() {
      await taker?.abandon();
    },
  };
}

function createWorkOrderHandler(
  options: AttemptExecutorOptions,
  cancelled: AbortSignal,
): (takenOrder: DeliveredEntry) => Promise<void> {
  const { runId, heartbeat: presence, executedOrders, workerIdentity, sendMessage, printNotice } = options;
  const reasons = new Set<string>();
  return async (takenOrder) => {
    await waitForRunHeartbeat(options);
    const orderResult = parseExecutableWorkOrder(takenOrder, executedOrders);
    if (orderResult.ok) {
      const end = await presence.announceAttempt();
      try {
        await executeAndSendEvents(options, { id: takenOrder.id, ...orderResult.delivery }, cancelled);
        executedOrders.markExecuted(takenOrder.id);
      } finally {
        end();
      }
      return;
    }
    const { reason } = orderResult;
    if (!reasons.has(reason)) printNotice(`refuses an order of run ${runId}: ${reason}`);
    reasons.add(reason);
    const { id, worker } = workerIdentity;
    await sendMessage(
      { kind: 'order-refused', worker, order: takenOrder.id, reason },
      `order-refused-${id}-${takenOrder.id}`,
    );
  };
}

/**
 * Waits for a heartbeat of the run. A run without heartbeats may have died, and then nobody would receive the results
 * of expensive attempts.
 */
async function waitForRunHeartbeat({
  heartbeats: pulse,
  runId,
  endSignal,
  stopped,
}: AttemptExecutorOptions): Promise<void> {
  const isOver = AbortSignal.any([endSignal, stopped]);
  while (!pulse.isRecent(runId)) {
    if (isOver.aborted) throw new Error('returned to the queue for other workers');
    await waitMs(POLL_INTERVAL_MS, isOver);
  }
}

type WorkOrderParseResult = { ok: true; delivery: WorkOrderDelivery } | { ok: false; reason: string };

function parseExecutableWorkOrder(takenOrder: DeliveredEntry, ledger: ExecutedWorkOrders): WorkOrderParseResult {
  if (!takenOrder.ok) return takenOrder;
  const order = workOrderSchema.safeParse(takenOrder.data);
  if (!order.success) return { ok: false, reason: 'the attempt cannot be read' };
  if (!ledger.mayExecute(takenOrder.id)) {
    return { ok: false, reason: 'the attempt was already executed and then put into the queue again' };
  }
  return { ok: true, delivery: { order: order.data, delivery: takenOrder.delivery } };
}

async function executeAndSendEvents(
  { workspace, workerIdentity, sendMessage, endSignal }: AttemptExecutorOptions,
  { id, order, delivery: deliveryNumber }: WorkOrderDelivery & { id: string },
  signal: AbortSignal,
): Promise<void> {
  const events = await workspace.execute({ order, delivery: deliveryNumber }, signal);
  const delivery = `${workerIdentity.id}-${deliveryNumber}`;
  const parts = splitEventsIntoMessages(events);
  for (const [part, partEvents] of parts.entries()) {
    await sendMessage(
      {
        kind: 'events',
        id: workerIdentity.id,
        worker: workerIdentity.worker,
        order: id,
        delivery,
        taken: deliveryNumber,
        part,
        parts: parts.length,
        events: partEvents,
        paths: [...workspace.paths()],
      },
      `${id}-${delivery}-${part}`,
    );
  }
  // Throws, so that the queue delivers the attempt to another worker.
  if (endSignal.aborted) throw new Error('the result could not be delivered');
}
