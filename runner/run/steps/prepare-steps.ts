import type { RunObserver } from '../../ports/index.ts';
import { keepLastFailedCases } from '../choose/last-failed.ts';
import { keepCasesOfShard } from '../choose/shard.ts';
import type { LoadQueue, RunQueue } from '../cli-extension.ts';
import { requireDryRunTargets } from '../dry-run.ts';
import { addEnvFileVariables } from '../load/env-files.ts';
import { type LocatedRun, locateInputAndWorkspace } from '../locate.ts';
import { isLargeInput, limitHeapGrowth } from '../machine/heap-growth.ts';
import { type BaselineChoiceRequest, chooseBaseline } from '../prepare/choose-baseline.ts';
import { printIgnoredFiles, printWarnings } from '../prepare/print-warnings.ts';
import { type PreparedRun, prepareRun } from '../prepare.ts';
import { parseReportOutputs, type ReportOutputs, resolveReportTargets } from '../report/outputs.ts';
import { requireReporterTarget } from '../report/reporter-agent.ts';
import { requireSameSubject } from '../resume.ts';
import type { Terminal } from '../terminal.ts';
import type { RunRequest, TestOptions } from '../test-options.ts';
import { addAgentOfUrl } from '../try/url-agent.ts';
import { UsageError } from '../usage-error.ts';
import type { RunStep } from './steps.ts';

/**
 * `loadQueue` is set if an extension can run attempts on other machines. `observers` is set if a program started the
 * run.
 */
export type RunStart = {
  request: RunRequest;
  outside: Terminal;
  loadQueue?: LoadQueue | undefined;
  observers?: readonly RunObserver[];
};
/** `runQueue` is set if other machines execute the attempts. */
export type RunLocation = {
  located: LocatedRun;
  outputs: ReportOutputs;
  terminal: Terminal;
  runQueue: RunQueue | undefined;
};
export type LoadedRun = { prepared: PreparedRun };
export type ChosenBaselineAndTargets = { baseline: BaselineChoiceRequest; targets: ReportOutputs };

/** Determines the files, the workspace, the options, and the targets of reports. */
export const locateStep: RunStep<RunStart, RunLocation> = {
  title: 'locate',
  async setup({ request, outside, loadQueue }, signal) {
    const terminal = addEnvFileVariables(outside, request.flags.env ?? []);
    const located = await addAgentOfUrl(await locateInputAndWorkspace(request, terminal), terminal, signal);
    const outputs = parseReportOutputs(located, terminal.cwd);
    requireReporterTarget(located.given.reporter, outputs.reports);
    requireDryRunTargets(located.options.dryRun, outputs);
    requireSingleStandardOutputUse(located.options);
    const runQueue = await openRunQueue(located.options, loadQueue);
    return { located, outputs, terminal, runQueue };
  },
};

export async function openRunQueue(
  options: TestOptions,
  loadQueue: LoadQueue | undefined,
): Promise<RunQueue | undefined> {
  if (options.queue === undefined) return undefined;
  if (loadQueue === undefined) {
    throw new UsageError('--queue needs the extension "queue", and this program is without it', [
      'Leave --queue out to run on this machine.',
    ]);
  }
  const runQueue = await loadQueue();
  runQueue.check(options);
  return runQueue;
}

/** Throws if several options would write to standard output, because their output would be mixed. */
function requireSingleStandardOutputUse({ json, format, dryRun }: TestOptions): void {
  if (json !== true) return;
  if (dryRun)
    throw new UsageError(
      '--json prints the events of a run, and --dry-run runs nothing; it prints JSON lines by itself',
    );
  if (format === 'json') throw new UsageError('--json and --format json both print on standard output; choose one');
}

/** Loads the cases, and the agents, scripts and scorers that they need. */
export const loadStep: RunStep<RunLocation, LoadedRun> = {
  title: 'load',
  async setup({ located, terminal }, signal) {
    const { source } = located;
    if (source.kind === 'files' && isLargeInput(source.files)) limitHeapGrowth();
    return { prepared: await prepareRun(located, terminal, signal) };
  },
  teardown: ({ prepared }) => prepared.close(),
};

/** Chooses the cases to run, and the run with which they are compared. */
export const chooseStep: RunStep<RunLocation & LoadedRun, ChosenBaselineAndTargets> = {
  title: 'choose',
  setup({ located: { options, resumed, source }, prepared, outputs, terminal }) {
    if (resumed !== undefined) requireSameSubject(prepared.plan, resumed);
    if (options.lastFailed === true) keepLastFailedCases(prepared, terminal);
    keepCasesOfShard(prepared, terminal);
    const baseline = chooseBaseline(prepared, terminal);
    printWarnings(prepared, terminal);
    if (source.kind === 'files') printIgnoredFiles(source, terminal);
    return { baseline, targets: resolveReportTargets(prepared, outputs) };
  },
};
