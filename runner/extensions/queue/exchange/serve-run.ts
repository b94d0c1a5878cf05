import { formatCountWithNoun } from '../../../values/index.ts';
import { createAttemptExecutor, type OpenWorkspace, type SendMessage } from './attempt-executor.ts';
import type { Broker, BrokerList } from './broker.ts';
import { createLimitShare, type WorkerShareOfLimits } from './limit-share.ts';
import {
  type FileDigests,
  fileDigestsSchema,
  messageListName,
  type RunRecord,
  runRecordSchema,
  type WorkerMessage,
} from './messages.ts';
import { createExecutedWorkOrders } from './open-orders.ts';
import { dropLists } from './remove-run.ts';
import { readRunFiles } from './run-files.ts';
import type { RunHeartbeats } from './run-heartbeats.ts';
import { retryAction, waitMs, withTimeout } from './wait-ms.ts';
import { startWorkerHeartbeat } from './worker-heartbeat.ts';

const POLL_INTERVAL_MS = 500;
/** A short interval, because a worker that is joining a run has nothing else to do yet. */
const JOIN_POLL_INTERVAL_MS = 100;
const LEAVE_MESSAGE_TIMEOUT_MS = 3_000;

/** Thrown if a worker cannot take part in a run, with the reasons. */
export class RunRefusal extends Error {
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(reasons.join('; '));
    this.name = 'Refusal';
    this.reasons = reasons;
  }
}

export type OfferedRun = { record: RunRecord; files: FileDigests; share: WorkerShareOfLimits };

export type ServeOptions = {
  broker: Broker;
  /** A unique id of the worker; its name need not be unique. */
  id: string;
  worker: string;
  parallel: number;
  version: string;
  /** Opens the workspace for a run. Throws a `RunRefusal` if this worker cannot execute the run. */
  open(run: OfferedRun, signal: AbortSignal): Promise<OpenWorkspace>;
  printNotice(line: string): void;
};

export type QueuedRun = { runs: BrokerList; heartbeats: RunHeartbeats; id: string; data: unknown };

/**
 * Takes part in one run. Returns false if contact with the run was lost, so that the run may need this worker again
 * later.
 */
export async function joinRun(serveOptions: ServeOptions, queuedRun: QueuedRun, signal: AbortSignal): Promise<boolean> {
  const { broker, worker, printNotice } = serveOptions;
  const { id } = queuedRun;
  const messages = broker.openList(messageListName(id));
  const stop = new AbortController();
  const sendMessage: SendMessage = async (data, key) =>
    void (await retryAction(() => messages.addEntries([{ id: key, data }]), stop.signal));
  const share = createLimitShare();
  try {
    const workspace = await openWorkspaceForRun(serveOptions, { ...queuedRun, share }, signal);
    try {
      return await executeAttemptsOfRun(
        { serveOptions, queuedRun, workspace, share, sendMessage, endController: stop },
        signal,
      );
    } finally {
      await workspace.close();
    }
  } catch (error) {
    if (!(error instanceof RunRefusal)) throw error;
    printNotice(`takes no attempts of run ${id}: ${error.reasons.join('; ')}`);
    const refusal: WorkerMessage = { kind: 'refused', worker, reasons: [...error.reasons] };
    await retryAction(() => messages.addEntries([{ id: `refused-${serveOptions.id}`, data: refusal }]), signal);
    return true;
  } finally {
    await messages.close();
  }
}

async function openWorkspaceForRun(
  { broker, version, open }: ServeOptions,
  { runs, heartbeats: pulse, id, data, share }: QueuedRun & { share: WorkerShareOfLimits },
  signal: AbortSignal,
): Promise<OpenWorkspace> {
  const record = runRecordSchema.safeParse(data);
  const versionOfRun = record.success ? record.data.version : 'another version';
  if (!record.success || versionOfRun !== version) {
    throw new RunRefusal([
      `the run is of Turntree ${versionOfRun}, this worker of ${version}: install the same version on both`,
    ]);
  }
  const runFiles = await readRunFiles({ broker, runs, heartbeats: pulse, id }, signal);
  const files = fileDigestsSchema.safeParse(runFiles?.ok === true ? runFiles.data : undefined);
  if (!files.success) {
    const why = runFiles?.ok === false ? ` (${runFiles.reason})` : '';
    throw new RunRefusal([
      `the queue does not say which files the run has${why}, so this workspace may be a different one: start the run again`,
    ]);
  }
  return open({ record: record.data, files: files.data, share }, signal);
}

type ExecuteRunOptions = {
  serveOptions: ServeOptions;
  queuedRun: QueuedRun;
  workspace: OpenWorkspace;
  share: WorkerShareOfLimits;
  sendMessage: SendMessage;
  /** Aborted when no more messages may be sent to the run. */
  endController: AbortController;
};

async function executeAttemptsOfRun(options: ExecuteRunOptions, signal: AbortSignal): Promise<boolean> {
  const { serveOptions, queuedRun, workspace, share, sendMessage, endController } = options;
  const { broker, id: own, worker, parallel, printNotice } = serveOptions;
  const { id, heartbeats: pulse } = queuedRun;
  const cancelled = new AbortController();
  const identity = { id: own, worker, parallel };
  const heartbeat = startWorkerHeartbeat(
    (seenWorker) => sendMessage({ kind: 'alive', ...seenWorker }, `alive-${own}-${seenWorker.beat}`),
    identity,
  );
  const executedOrders = createExecutedWorkOrders();
  const executor = createAttemptExecutor(
    {
      broker,
      runId: id,
      heartbeats: pulse,
      workspace,
      workerIdentity: identity,
      heartbeat,
      executedOrders,
      sendMessage,
      printNotice,
      endSignal: endController.signal,
      stopped: signal,
    },
    cancelled.signal,
  );
  const state = await watchRun(
    queuedRun,
    (record) => {
      if (record.cancelled) cancelled.abort();
      executedOrders.takeOverOpenOrders(record.orders);
      const { sharing, most } = record;
      const sharers = sharing.workers.length;
      if (share.updateSharing(sharing, own) && most !== undefined && sharers > 1)
        printNotice(`shares ${describeSharing(most, sharers)}`);
      heartbeat.confirmRound(share.confirmedRound());
      return executor.startIfTakingPart(record);
    },
    signal,
  );
  if (state === 'stopped') {
    printNotice('takes no more attempts, and finishes those that it has');
    await executor.finishAttempts();
    await withTimeout(LEAVE_MESSAGE_TIMEOUT_MS, sendMessage({ kind: 'left', id: own, worker }, `left-${own}`));
  }
  heartbeat.stop();
  cancelled.abort();
  endController.abort();
  await executor.abandonAttempts();
  // If the run has ended, its remaining lists are removed, because this worker may have added entries after the end.
  if (state === 'over') await retryAction(() => dropLists(broker, id), signal);
  printNotice(`${outcomeTexts[state]} run ${id}: ${formatCountWithNoun(heartbeat.countFinished(), 'attempt')}`);
  return state !== 'lost';
}

function describeSharing(most: number, workers: number): string {
  return `the ${formatCountWithNoun(most, 'call')} that a connector allows at once among ${formatCountWithNoun(workers, 'worker')}`;
}

type RunWatchOutcome = 'over' | 'lost' | 'stopped';

const outcomeTexts: Readonly<Record<RunWatchOutcome, string>> = {
  over: 'done with',
  lost: 'no longer in contact with',
  stopped: 'stopped in',
};

/**
 * Waits until the run has ended, contact with the run is lost, or the worker is stopped. Calls `onRecord` for each new
 * record of the run; `onRecord` returns true if this worker takes part.
 */
async function watchRun(
  { runs, heartbeats: pulse, id }: QueuedRun,
  onRecord: (record: RunRecord) => boolean,
  signal: AbortSignal,
): Promise<RunWatchOutcome> {
  let beat = 0;
  while (!signal.aborted) {
    const runEntry = await retryAction(() => runs.readEntry(id), signal);
    if (signal.aborted) break;
    const parsed = runRecordSchema.safeParse(runEntry?.ok === true ? runEntry.data : undefined);
    // A lost, outdated or forged record is ignored, because the run itself will write the right record again.
    const record = parsed.success && parsed.data.beat >= beat ? parsed.data : undefined;
    if (record?.ended === true) return 'over';
    if (!pulse.isRunAlive(id, record)) return 'lost';
    beat = record?.beat ?? beat;
    await waitMs(record !== undefined && !onRecord(record) ? JOIN_POLL_INTERVAL_MS : POLL_INTERVAL_MS, signal);
  }
  return 'stopped';
}
