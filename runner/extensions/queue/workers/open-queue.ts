import os from 'node:os';
import path from 'node:path';
import { listAttachmentReferences } from '../../../authoring/index.ts';
import type { PlannedCase } from '../../../contract/index.ts';
import { deleteRunQueue, storeRunQueue } from '../../../history/index.ts';
import type { RemoteAttemptExecutor } from '../../../ports/index.ts';
import type { QueueConnection, QueuedRun, RunQueue } from '../../../run/cli-extension.ts';
import { listAgentReferences } from '../../../run/prepare/check-agents.ts';
import type { PreparedRun } from '../../../run/prepare.ts';
import { getHistoryFile } from '../../../run/stored/stored-history.ts';
import type { TestOptions } from '../../../run/test-options.ts';
import { UsageError } from '../../../run/usage-error.ts';
import { createAttachmentCheck } from '../../../scripts/attachment-folders.ts';
import { isOutsideFolder } from '../../../scripts/folder-containment.ts';
import { toRelativePath } from '../../../scripts/relative-path.ts';
import {
  type ConstantRunRecord,
  openBroker,
  openRemoteRun,
  type QueueFigures,
  type RemoteRun,
  type RunRecord,
  unsignedWarning,
} from '../exchange/index.ts';
import { computeCombinedDigest, digestFiles } from './workspace-files.ts';

/**
 * The default number of attempts that are offered in the queue at once. It is large, so that workers need not wait for
 * their next attempt.
 */
const DEFAULT_OFFERED_ATTEMPTS = 1_000;

export const runQueue: RunQueue = { check: refuseUnsupportedOptions, open: openQueue };

function refuseUnsupportedOptions(options: TestOptions): void {
  const flags: [isGiven: boolean, flag: string][] = [
    [options.record === true, '--record'],
    [options.replay !== undefined, '--replay'],
    [options.fork !== undefined, '--fork'],
    [options.updateSnapshots === true, '--update-snapshots'],
    [options.shard !== undefined, '--shard'],
  ];
  const givenFlags = flags.flatMap(([isGiven, flag]) => (isGiven ? [flag] : []));
  if (givenFlags.length === 0) return;
  throw new UsageError(`--queue cannot be combined with ${givenFlags.join(', ')}`, [
    'Workers write nothing into their workspaces. Run this on one machine.',
  ]);
}

/** Offers a prepared run to the workers of a queue. */
async function openQueue(run: QueuedRun, signal: AbortSignal): Promise<QueueConnection> {
  const { prepared, written, terminal, address } = run;
  const { plan, options, root } = prepared;
  assertSuitesInWorkspace(prepared);
  const files = digestFiles(root, { except: new Set(written), attached: listAllowedAttachments(prepared) });
  const record: ConstantRunRecord = {
    runId: plan.runId,
    version: plan.toolVersion,
    host: os.hostname(),
    workspace: computeCombinedDigest(files),
    agents: [...listAgentReferences(plan)],
    scorers: toScorerRecords(prepared),
    most: computeMaxWorkers(prepared),
    timeoutMs: options.timeout,
    allowPartial: options.allowPartial === true,
  };
  const printNotice = (line: string): void => void terminal.stderr.write(`turntree: ${line}\n`);
  const broker = await openBroker({ address, key: terminal.queueKey });
  if (terminal.queueKey === undefined) printNotice(unsignedWarning);
  const history = options.history ? getHistoryFile({ app: root, db: options.db }, terminal) : undefined;
  const storeFigures = (figures: QueueFigures): void => {
    if (history !== undefined) storeRunQueue(history, plan.runId, { at: Date.now(), ...figures });
  };
  const offeredRun = {
    record,
    files,
    resumes: options.resume,
    maxAttemptMs: computeMaxAttemptMs(prepared),
    showFigures: storeFigures,
    printNotice,
  };
  const remote = await openRemoteRun({ broker, ...offeredRun }, signal);
  return {
    failed: remote.failed,
    remoteExecutor: createRemoteAttempts(remote, { root, atOnce: options.parallel ?? DEFAULT_OFFERED_ATTEMPTS }),
    async close() {
      await remote.close();
      if (history !== undefined) deleteRunQueue(history, plan.runId);
    },
  };
}

/**
 * Converts absolute paths to paths relative to the workspace, because other machines have the workspace in another
 * folder.
 */
function createRemoteAttempts(
  remote: RemoteRun,
  { root, atOnce }: { root: string; atOnce: number },
): RemoteAttemptExecutor {
  return {
    atOnce,
    execute: (order, signal) => {
      const { planned } = order;
      return remote.execute(
        { ...order, planned: { ...planned, baseDir: toRelativePath(root, planned.baseDir) } },
        signal,
      );
    },
    withdraw: () => remote.withdraw(),
    onDropped: (listener) => remote.onDropped(listener),
    settle: () => remote.settle(),
    paths: () => remote.paths(),
  };
}

/**
 * Returns the attached files that agents may receive. The run rejects all other attachments when it executes their
 * case, so workers need no identical copies of these other files.
 */
function listAllowedAttachments({ plan, root, config }: PreparedRun): ReadonlySet<string> {
  const refusalOf = createAttachmentCheck(root, config.folders);
  return new Set([...listAttachedFiles(plan.cases)].filter((file) => refusalOf(file) === undefined));
}

function assertSuitesInWorkspace({ plan, root }: PreparedRun): void {
  const outside = plan.cases.find(({ baseDir }) => isOutsideFolder(root, baseDir));
  if (outside === undefined) return;
  throw new UsageError(`--queue: ${outside.suiteKey} is not in the workspace ${root}`, [
    'Workers have only a copy of the workspace: put the cases into the workspace, or name another workspace with -a.',
  ]);
}

/**
 * Returns the maximum number of workers. Each worker needs at least one concurrent call of every connector with a
 * limit, so the limits of connectors also limit the number of workers.
 */
function computeMaxWorkers({ plan, agents }: PreparedRun): number | undefined {
  const connectors = new Map(agents.connectors().map(({ id, maxParallel }) => [id, maxParallel]));
  const limits = [...listAgentReferences(plan)].flatMap(({ id, connector }) => {
    const usedConnector = connector ?? agents.describe(id).connector;
    return usedConnector === undefined ? [] : (connectors.get(usedConnector) ?? []);
  });
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/** Returns an upper bound for the duration of an attempt, including all its retries. */
function computeMaxAttemptMs({ plan, options }: PreparedRun): number {
  let longestTimeoutMs = options.timeout;
  for (const { timeoutMs } of plan.cases) longestTimeoutMs = Math.max(longestTimeoutMs, timeoutMs);
  return longestTimeoutMs * ((plan.options.retries ?? 0) + 1);
}

function toScorerRecords({ scorers, root }: PreparedRun): RunRecord['scorers'] {
  return scorers.opened().map(({ type, folder }) => ({ type, folder: toRelativePath(root, folder) }));
}

/** Returns the files that messages of cases attach. */
function listAttachedFiles(cases: Iterable<PlannedCase>): Set<string> {
  const files = new Set<string>();
  for (const { baseDir, case: testCase } of cases) {
    const input = 'input' in testCase ? testCase.input : undefined;
    const turns = 'turns' in testCase ? testCase.turns : undefined;
    for (const { reference } of listAttachmentReferences({ input, turns }))
      files.add(path.resolve(baseDir, reference.name));
  }
  return files;
}
