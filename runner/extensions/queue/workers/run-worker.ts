import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { listCredentials } from '../../../agents/credentials.ts';
import { createAttachmentReader } from '../../../inputs/attachments.ts';
import { runKinds } from '../../../kinds/kinds.ts';
import { addFlagDefaults } from '../../../run/flags/test-flags.ts';
import { addEnvFileVariables } from '../../../run/load/env-files.ts';
import { createLoadMeter } from '../../../run/machine/load-meter.ts';
import { systemClock } from '../../../run/machine/system-clock.ts';
import { openWorkspaceRuntime, type WorkspaceRuntime } from '../../../run/prepare/runtime.ts';
import { openSnapshotStore } from '../../../run/prepare/snapshots.ts';
import { createRedactor } from '../../../run/redactor.ts';
import type { Terminal } from '../../../run/terminal.ts';
import { getOwnVersion } from '../../../run/version.ts';
import { resolveWorkspaceRoot } from '../../../run/workspace-root.ts';
import { createAttachmentCheck } from '../../../scripts/attachment-folders.ts';
import { toRelativePath } from '../../../scripts/relative-path.ts';
import { toErrorMessage } from '../../../values/index.ts';
import { createRunEvaluator } from '../../../verdict/index.ts';
import { type LoadedConfig, loadConfig } from '../../../workspace/load-config.ts';
import { systems } from '../../registered/systems.ts';
import {
  type FileDigests,
  type OfferedRun,
  type OpenWorkspace,
  openBroker,
  type RunRecord,
  RunRefusal,
  serveRuns,
  unsignedWarning,
} from '../exchange/index.ts';
import { executeDelivery } from './execute-delivery.ts';
import { computeCombinedDigest, findDifferences, resolveInsideWorkspace } from './workspace-files.ts';

type SharedFiles = { root: string; folders: readonly string[] | undefined; files: FileDigests };

/**
 * Returns a function that returns why a worker must not send a file to an agent. In addition to the usual checks, the
 * file must be one whose digest was compared with that of the run, because a person who can write to the queue must not
 * be able to read other files.
 */
function createSharedFilesRule({ root, folders, files }: SharedFiles): (file: string) => string | undefined {
  const ruleOfRuns = createAttachmentCheck(root, folders);
  return (file) => {
    const refusal = ruleOfRuns(file);
    if (refusal !== undefined) return refusal;
    return Object.hasOwn(files, toRelativePath(root, file)) ? undefined : FILE_NOT_SHARED_MESSAGE;
  };
}

const FILE_NOT_SHARED_MESSAGE = 'the file is not one of those that the run and its workers have compared';

const DEFAULT_PARALLEL = 10;

export type WorkFlags = { app?: string; env?: string[]; parallel?: number; name?: string };

type WorkerWorkspace = LoadedConfig &
  Pick<Terminal, 'cwd' | 'variables'> & { root: string; redact: (text: string) => string };

/**
 * Executes attempts from a queue until it is stopped, and then finishes the attempts in progress. Uses the API keys and
 * environment variables of this machine.
 */
export async function runWorker(
  address: string,
  { app, env = [], parallel = DEFAULT_PARALLEL, name = `${os.hostname()}-${process.pid}` }: WorkFlags,
  callerTerminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const terminal = addEnvFileVariables(callerTerminal, env);
  const { variables, cwd, queueKey } = terminal;
  const root = resolveWorkspaceRoot(app, { cwd });
  const loadedConfig = await loadConfig({ root, variables });
  const credentials = listCredentials({ root, config: loadedConfig.config, variables, systems });
  const redact = createRedactor({ variables, queueKey, extra: loadedConfig.config.redact, known: credentials });
  terminal.setRedaction?.(redact);
  const workspace: WorkerWorkspace = { ...loadedConfig, root, redact, variables, cwd };
  const printNotice = (line: string): void => void terminal.stderr.write(`turntree: worker ${name}: ${line}\n`);
  const broker = await openBroker({ address, key: queueKey });
  try {
    if (queueKey === undefined) printNotice(unsignedWarning);
    printNotice(`waits for runs, ${parallel} at once`);
    await serveRuns(
      {
        broker,
        id: randomUUID(),
        worker: name,
        parallel,
        version: getOwnVersion(),
        printNotice,
        open: (run, stop) => openWorkspace(workspace, run, stop),
      },
      signal,
    );
  } finally {
    await broker.close();
  }
}

async function openWorkspace(
  workspace: WorkerWorkspace,
  { record, files, share }: OfferedRun,
  signal: AbortSignal,
): Promise<OpenWorkspace> {
  const { root, config, handlers, redact, variables, cwd } = workspace;
  if (computeCombinedDigest(files) !== record.workspace) {
    throw new RunRefusal(['the files that the queue lists differ from those of the run: start the run again']);
  }
  const differences = findDifferences(root, files, createAttachmentCheck(root, config.folders));
  if (differences.length > 0) throw new RunRefusal(differences);
  const { timeoutMs, allowPartial } = record;
  const runtime = openWorkspaceRuntime({
    root,
    config,
    handlers,
    systems,
    variables,
    cwd,
    timeoutMs,
    partial: allowPartial,
    share,
  });
  try {
    await openAgentsAndScorers(runtime, { record, root }, signal);
  } catch (error) {
    await runtime.close();
    throw new RunRefusal([toErrorMessage(error)]);
  }
  const { agents, scripts, scorers } = runtime;
  const load = createLoadMeter();
  const ports = {
    load,
    agents,
    scripts,
    scorers,
    redact,
    render: systems.render,
    kinds: runKinds,
    clock: systemClock,
    snapshots: openSnapshotStore({ root, redact, options: snapshotOptions }, { cwd: root }),
    recordCalls: config.record_calls,
    attachments: createAttachmentReader(createSharedFilesRule({ root, folders: config.folders, files })),
    observers: [],
    onObserverError: () => undefined,
    judge: createRunEvaluator(undefined),
  };
  return {
    paths: () => (agents.paths?.() ?? []).map((path) => ({ ...path, keys: path.keys.map(redact) })),
    execute: (delivery, stop) => executeDelivery({ runId: record.runId, root, ports, agents }, delivery, stop),
    close() {
      load.close();
      return runtime.close();
    },
  };
}

/** The options for snapshots on a worker, which only reads snapshots and never writes them. */
const snapshotOptions = { ...addFlagDefaults({}), input: '', inputs: [] };

/**
 * Opens all agents and scorers of a run. If one cannot be opened, the worker takes no attempts; other workers may have,
 * for example, the required API keys.
 */
async function openAgentsAndScorers(
  { agents, scorers }: WorkspaceRuntime,
  { record, root }: { record: RunRecord; root: string },
  signal: AbortSignal,
): Promise<void> {
  for (const reference of record.agents) {
    const mistake = (await agents.inspect(reference)).find(({ kind }) => kind !== 'doubt');
    if (mistake !== undefined) throw new RunRefusal([`agent "${reference.id}": ${mistake.message}`]);
    await agents.agent(reference, signal);
    const [broken] = await agents.inspectModule(reference.id, signal);
    if (broken !== undefined) throw new RunRefusal([`agent "${reference.id}": ${broken.message}`]);
  }
  for (const { type, folder } of record.scorers) {
    await scorers.open({ type, folder: resolveInsideWorkspace(root, folder) }, signal);
  }
}
