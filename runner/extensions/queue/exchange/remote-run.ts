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
import { createReportOnce, type ReportOnce } from './report-once.ts';
import { createUnsignedMessageHandler } from './unsigned-messages.ts';
import { waitForIdleWorkers } from './wait-for-idle-workers.ts';
import { retryAction, withTimeout } from './wait-ms.ts';
import { createWorkerRoster, type WorkerRoster } from './worker-roster.ts';

const BEAT_MS = 2_000;
const SEARCH_MS = 5_000;
/** How long a run waits for its first worker before it says so. */
const LONELY_MS = 10_000;
/** How long attempts under way may take to end when the run is cancelled. */
const GRACE_MS = 15_000;
const READ_AT_ONCE = 16;

export type RemoteRun = Omit<RemoteAttemptExecutor, 'atOnce'> & {
  /** Aborts with a `QueueError` when no worker can come. */
  failed: AbortSignal;
  close(): Promise<void>;
};

/**
 * Offers the attempts of a run to workers, and receives their results. The first complete delivery of an attempt
 * counts; later ones only add to the usage. Offers that the queue has lost are made again.
 */
export async function openRemoteRun(options: RemoteRunOptions, signal: AbortSignal): Promise<RemoteRun> {
  const { broker, record, tell } = options;
  const tellOnce = createReportOnce(tell);
  const { runId, most } = record;
  const stop = new AbortController();
  const orders = broker.openList(orderListName(runId));
  const messages = broker.openList(messageListName(runId));
  const offers = createAttemptOffers(orders, stop.signal);
  const roster = createWorkerRoster();
  const shareOut = createLimitSharingCoordinator(most);
  const computeCurrentSharing = (): LimitSharingState => shareOut(roster.workersInOrder());
  const entry = await publishRun(options, {
    sharing: computeCurrentSharing,
    orders: () => offers.open(),
    isCancelled: () => signal.aborted,
    onLost: () => offers.offerAllAgain(),
  });
  const beat = startRunHeartbeat({ ...options, entry, roster, offers, tellOnce }, stop.signal);
  const failed = new AbortController();
  const strangers = createUnsignedMessageHandler({
    roster,
    tellOnce,
    fail: (error) => failed.abort(error),
    mayComeLater: async () => (await retryAction(() => entry.hasOtherRuns(), stop.signal)) !== false,
  });
  /** Aborts when the run stops waiting for workers. */
  const givenUp = new AbortController();
  givenUp.signal.addEventListener('abort', () => offers.stopWaiting());
  failed.signal.addEventListener('abort', () => givenUp.abort());
  const paths = createAnswerPathCollector();
  let onDropped: (dropped: DroppedDelivery) => void = () => undefined;
  const onDroppedDelivery = (delivery: DroppedDelivery): void => onDropped(delivery);
  const hearing = broker.takeEntries({ name: messageListName(runId), parallel: READ_AT_ONCE }, async (takenMessage) => {
    if (takenMessage.ok)
      handleWorkerMessage(takenMessage.data, {
        offers,
        roster,
        tell,
        tellOnce,
        most,
        paths,
        dropped: onDroppedDelivery,
        changed: () => beat.now(),
      });
    else strangers.onUnsignedMessage(takenMessage);
  });
  const lonely = setTimeout(() => {
    if (roster.workersInOrder().length > 0) return;
    tell('no worker has joined yet; start one with "turntree work" and the same address');
  }, LONELY_MS);

  function cancelOffers(): void {
    beat.now();
    void offers.withdrawUnstarted();
    const grace = setTimeout(() => givenUp.abort(), GRACE_MS);
    stop.signal.addEventListener('abort', () => clearTimeout(grace));
  }
  signal.addEventListener('abort', cancelOffers, { once: true });

  return {
    failed: failed.signal,
    execute: (attempt) => offers.offerAttempt({ ...attempt, again: false }),
    withdraw: () => void offers.withdrawUnstarted(),
    onDropped(listener) {
      onDropped = listener;
    },
    async settle() {
      await waitForIdleWorkers({ roster, received: (id) => offers.received(id), tell }, givenUp.signal);
      onDropped = () => undefined;
    },
    paths: paths.list,
    async close() {
      clearTimeout(lonely);
      strangers.stop();
      beat.stop();
      signal.removeEventListener('abort', cancelOffers);
      stop.abort();
      offers.stopWaiting();
      await hearing.abandon();
      await withTimeout(GRACE_MS, Promise.allSettled([entry.markEnded(), orders.deleteList(), messages.deleteList()]));
      await broker.close();
    },
  };
}

type RunHeartbeatOptions = Pick<RemoteRunOptions, 'mostMs' | 'show' | 'tell'> & {
  entry: PublishedRun;
  roster: WorkerRoster;
  offers: AttemptOffers;
  tellOnce: ReportOnce;
};

/** Regularly announces that the run goes on, and checks the state of its queue. */
function startRunHeartbeat(options: RunHeartbeatOptions, stopSignal: AbortSignal): RepeatedAction {
  const { roster, offers, mostMs, show, tellOnce } = options;
  const figures = createQueueFigures(mostMs);
  const beat = startRepeating(() => {
    show(figures(roster.workersInOrder(), offers.count()));
    return refreshRunRecord(options, stopSignal);
  }, BEAT_MS);
  const search = startRepeating(async () => {
    const count = await retryAction(() => offers.offerMissingAgain(), stopSignal);
    if (count === undefined || count === 0) return;
    tellOnce('attempts were removed from the queue: they are offered again');
  }, SEARCH_MS);
  beat.now();
  return {
    now: () => beat.now(),
    stop() {
      beat.stop();
      search.stop();
    },
  };
}

async function refreshRunRecord({ entry, roster, tell }: RunHeartbeatOptions, signal: AbortSignal): Promise<void> {
  for (const name of roster.dropSilentWorkers()) {
    tell(`worker ${name} no longer responds: its attempts go to other workers`);
  }
  await retryAction(() => entry.updateRecord(), signal);
}

type MessageContext = {
  offers: AttemptOffers;
  roster: WorkerRoster;
  tell(line: string): void;
  tellOnce: ReportOnce;
  most: number | undefined;
  paths: AnswerPathCollector;
  dropped(delivery: DroppedDelivery): void;
  /** Called when the set of participating workers has changed. */
  changed(): void;
};

function handleWorkerMessage(
  data: unknown,
  { offers, roster, tell, tellOnce, most, paths, dropped, changed }: MessageContext,
): void {
  const message = parseWorkerMessage(data);
  switch (message.kind) {
    case 'alive': {
      const { kind: _kind, ...worker } = message;
      const news = roster.updateWorker(worker);
      if (news === 'known') return;
      changed();
      if (news === 'kept') return;
      tell(`worker ${worker.worker} has joined, with up to ${worker.parallel} attempts at once`);
      if (most !== undefined && roster.workersInOrder().length > most) tell(`it waits: ${describeWorkerLimit(most)}`);
      return;
    }
    case 'left': {
      const name = roster.removeWorker(message.id);
      if (name !== undefined) tell(`worker ${name} has left`);
      changed();
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
      if (events !== undefined) dropped({ worker: message.worker, events });
      return;
    }
    case 'unreadable':
      tellOnce(message.reason);
      return;
    default:
      message satisfies never;
  }
}

/** Explains why no more than `most` workers can take part. */
export function describeWorkerLimit(most: number): string {
  return `a connector of the run allows only ${formatCountWithNoun(most, 'call')} at once, so no more than ${formatCountWithNoun(most, 'worker')} can take part`;
}

/** An unreadable message comes from another version; it is accepted so that the queue does not deliver it forever. */
function parseWorkerMessage(data: unknown): WorkerMessage | { kind: 'unreadable'; reason: string } {
  const parsed = messageSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  return { kind: 'unreadable', reason: `a message of a worker cannot be read: ${parsed.error.message}` };
}
