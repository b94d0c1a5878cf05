import {
  type AnswerPathCollector,
  createAnswerPathCollector,
  type DroppedDelivery,
  type RemoteAttemptExecutor,
} from '../../../ports/index.ts';
import { formatCountWithNoun } from '../../../values/index.ts';
import { type AttemptOffers, createAttemptOffers } from './attempt-offers.ts';
import { createLimitSharingCoordinator } from './limit-sharing.ts';
import {
  type LimitSharingState,
  messageListName,
  messageSchema,
  orderListName,
  type WorkerMessage,
} from './messages.ts';
import { type PublishedRun, publishRun } from './publish-run.ts';
import { createQueueFigures } from './queue-figures.ts';
import type { RemoteRunOptions } from './remote-run-options.ts';
import { type RepeatedAction, startRepeating } from './repeated-action.ts';
import { createLineDeduplicator, type PrintLineOnce } from './report-once.ts';
import { createUnsignedMessageHandler } from './unsigned-messages.ts';
import { waitForIdleWorkers } from './wait-for-idle-workers.ts';
import { retryAction, withTimeout } from './wait-ms.ts';
import { createWorkerRoster, type WorkerRoster } from './worker-roster.ts';

const HEARTBEAT_INTERVAL_MS = 2_000;
const LOST_ORDER_CHECK_INTERVAL_MS = 5_000;
/** If no worker has joined after this time, the run tells the user that it is waiting for workers. */
const NO_WORKER_NOTICE_MS = 10_000;
/** After the run is cancelled, attempts in progress may take this long to end. */
const GRACE_MS = 15_000;
const PARALLEL_MESSAGES = 16;

export type RemoteRun = Omit<RemoteAttemptExecutor, 'atOnce'> & {
  /** A signal that aborts with a `QueueError` when no worker can take part in the run. */
  failed: AbortSignal;
  close(): Promise<void>;
};

/**
 * Offers the attempts of a run to workers, and receives their results. The first complete result of an attempt counts;
 * only the usage of later results is added. Attempts that the queue has lost are offered again.
 */
export async function openRemoteRun(options: RemoteRunOptions, signal: AbortSignal): Promise<RemoteRun> {
  const { broker, record, printNotice } = options;
  const printNoticeOnce = createLineDeduplicator(printNotice);
  const { runId, most: maxWorkers } = record;
  const stop = new AbortController();
  const orders = broker.openList(orderListName(runId));
  const messages = broker.openList(messageListName(runId));
  const offers = createAttemptOffers(orders, stop.signal);
  const roster = createWorkerRoster();
  const sharingCoordinator = createLimitSharingCoordinator(maxWorkers);
  const computeCurrentSharing = (): LimitSharingState => sharingCoordinator(roster.workersInOrder());
  const entry = await publishRun(options, {
    sharing: computeCurrentSharing,
    orders: () => offers.listOpenOffers(),
    isCancelled: () => signal.aborted,
    onLost: () => offers.offerAllAgain(),
  });
  const beat = startRunHeartbeat({ ...options, entry, roster, offers, tellOnce: printNoticeOnce }, stop.signal);
  const failController = new AbortController();
  const unsignedMessageHandler = createUnsignedMessageHandler({
    roster,
    printNoticeOnce,
    fail: (error) => failController.abort(error),
    mayComeLater: async () => (await retryAction(() => entry.hasOtherRuns(), stop.signal)) !== false,
  });
  /** Aborts when the run stops waiting for workers. */
  const stopController = new AbortController();
  stopController.signal.addEventListener('abort', () => offers.stopWaiting());
  failController.signal.addEventListener('abort', () => stopController.abort());
  const paths = createAnswerPathCollector();
  let onDropped: (dropped: DroppedDelivery) => void = () => undefined;
  const onDroppedDelivery = (delivery: DroppedDelivery): void => onDropped(delivery);
  const taker = broker.takeEntries({ name: messageListName(runId), parallel: PARALLEL_MESSAGES }, async (message) => {
    if (message.ok)
      handleWorkerMessage(message.data, {
        offers,
        roster,
        tell: printNotice,
        tellOnce: printNoticeOnce,
        maxWorkers,
        paths,
        onDropped: onDroppedDelivery,
        onWorkersChanged: () => beat.now(),
      });
    else unsignedMessageHandler.onUnsignedMessage(message);
  });
  const noWorkerTimer = setTimeout(() => {
    if (roster.workersInOrder().length > 0) return;
    printNotice('no worker has joined yet; start one with "turntree work" and the same address');
  }, NO_WORKER_NOTICE_MS);

  function cancelOffers(): void {
    beat.now();
    void offers.withdrawUnstarted();
    const grace = setTimeout(() => stopController.abort(), GRACE_MS);
    stop.signal.addEventListener('abort', () => clearTimeout(grace));
  }
  signal.addEventListener('abort', cancelOffers, { once: true });

  return {
    failed: failController.signal,
    execute: (attempt) => offers.offerAttempt({ ...attempt, again: false }),
    withdraw: () => void offers.withdrawUnstarted(),
    onDropped(listener) {
      onDropped = listener;
    },
    async settle() {
      await waitForIdleWorkers({ roster, countReceived: offers.countReceived, printNotice }, stopController.signal);
      onDropped = () => undefined;
    },
    paths: paths.list,
    async close() {
      clearTimeout(noWorkerTimer);
      unsignedMessageHandler.stop();
      beat.stop();
      signal.removeEventListener('abort', cancelOffers);
      stop.abort();
      offers.stopWaiting();
      await taker.abandon();
      await withTimeout(GRACE_MS, Promise.allSettled([entry.markEnded(), orders.deleteList(), messages.deleteList()]));
      await broker.close();
    },
  };
}

type RunHeartbeatOptions = Pick<RemoteRunOptions, 'maxAttemptMs' | 'showFigures' | 'printNotice'> & {
  entry: PublishedRun;
  roster: WorkerRoster;
  offers: AttemptOffers;
  tellOnce: PrintLineOnce;
};

/** Regularly sends the run's heartbeat, and checks that no offered attempts are missing in the queue. */
function startRunHeartbeat(options: RunHeartbeatOptions, stopSignal: AbortSignal): RepeatedAction {
  const { roster, offers, maxAttemptMs, showFigures, tellOnce } = options;
  const figures = createQueueFigures(maxAttemptMs);
  const beat = startRepeating(() => {
    showFigures(figures(roster.workersInOrder(), offers.count()));
    return refreshRunRecord(options, stopSignal);
  }, HEARTBEAT_INTERVAL_MS);
  const search = startRepeating(async () => {
    const count = await retryAction(() => offers.offerMissingAgain(), stopSignal);
    if (count === undefined || count === 0) return;
    tellOnce('attempts were removed from the queue: they are offered again');
  }, LOST_ORDER_CHECK_INTERVAL_MS);
  beat.now();
  return {
    now: () => beat.now(),
    stop() {
      beat.stop();
      search.stop();
    },
  };
}

async function refreshRunRecord(
  { entry, roster, printNotice }: RunHeartbeatOptions,
  signal: AbortSignal,
): Promise<void> {
  for (const name of roster.dropSilentWorkers()) {
    printNotice(`worker ${name} no longer responds: its attempts go to other workers`);
  }
  await retryAction(() => entry.updateRecord(), signal);
}

type MessageContext = {
  offers: AttemptOffers;
  roster: WorkerRoster;
  tell(line: string): void;
  tellOnce: PrintLineOnce;
  maxWorkers: number | undefined;
  paths: AnswerPathCollector;
  onDropped(delivery: DroppedDelivery): void;
  /** Called when the set of participating workers has changed. */
  onWorkersChanged(): void;
};

function handleWorkerMessage(
  data: unknown,
  { offers, roster, tell, tellOnce, maxWorkers, paths, onDropped, onWorkersChanged }: MessageContext,
): void {
  const message = parseWorkerMessage(data);
  switch (message.kind) {
    case 'alive': {
      const { kind: _kind, ...worker } = message;
      const news = roster.updateWorker(worker);
      if (news === 'known') return;
      onWorkersChanged();
      if (news === 'kept') return;
      tell(`worker ${worker.worker} has joined, with up to ${worker.parallel} attempts at once`);
      if (maxWorkers !== undefined && roster.workersInOrder().length > maxWorkers)
        tell(`it waits: ${describeWorkerLimit(maxWorkers)}`);
      return;
    }
    case 'left': {
      const name = roster.removeWorker(message.id);
      if (name !== undefined) tell(`worker ${name} has left`);
      onWorkersChanged();
      return;
    }
    case 'refused':
      tellOnce(`worker ${message.worker} takes no attempts: ${message.reasons.join('; ')}`);
      return;
    case 'order-refused':
      tellOnce(`worker ${message.worker} refuses an order in the queue: ${message.reason}`);
      offers.offerAgain(message.order);
      return;
    case 'events': {
      paths.add(message.paths);
      const events = offers.receiveDeliveryPart(message);
      if (events !== undefined) onDropped({ worker: message.worker, events });
      return;
    }
    case 'unreadable':
      tellOnce(message.reason);
      return;
    default:
      message satisfies never;
  }
}

/** Explains why no more than `maxWorkers` workers can take part. */
export function describeWorkerLimit(maxWorkers: number): string {
  return `a connector of the run allows only ${formatCountWithNoun(maxWorkers, 'call')} at once, so no more than ${formatCountWithNoun(maxWorkers, 'worker')} can take part`;
}

/**
 * Parses a message. A message that cannot be parsed comes from another version; it is handled as well, because
 * otherwise the queue would deliver it again and again.
 */
function parseWorkerMessage(data: unknown): WorkerMessage | { kind: 'unreadable'; reason: string } {
  const parsed = messageSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  return { kind: 'unreadable', reason: `a message of a worker cannot be read: ${parsed.error.message}` };
}
