import path from 'node:path';
import v8 from 'node:v8';
import type { Database } from '../../../lib/db/index.ts';
import { messageOf } from '../../../lib/errors.ts';
import {
  baselineStandings,
  createEarlierAttempts,
  createHistoryWriter,
  createResultReader,
  type HistoryWriter,
} from '../../../lib/history/index.ts';
import { createTemplates } from '../../compat/oxy/templates/templates.ts';
import type { PlannedCase, RunPlan } from '../../contract/index.ts';
import { executeRun } from '../../engine/execute-run.ts';
import type { RunState } from '../../fold/index.ts';
import { createAttachmentReader } from '../../inputs/attachments.ts';
import { kinds } from '../../kinds/kinds.ts';
import type { RunnerPorts, RunObserver } from '../../ports/index.ts';
import { accuracyLine } from '../../reporters/accuracy-line.ts';
import { createExperimentFiles } from '../../reporters/experiment/experiment-files.ts';
import { checkDryRunTargets, printDryRun } from '../../run/dry-run.ts';
import { lastFailed } from '../../run/last-failed.ts';
import { withEnvFiles } from '../../run/load/env-files.ts';
import { type LocatedRun, locateRun } from '../../run/load/locate-run.ts';
import { checkAgents } from '../../run/prepare/check-agents.ts';
import { type PreparedRun, prepareRun } from '../../run/prepare/prepare-run.ts';
import { createAnswerErrors } from '../../run/report/answer-errors.ts';
import { createDisplay } from '../../run/report/create-display.ts';
import { displayName } from '../../run/report/display-name.ts';
import { gateNotes } from '../../run/report/gate-notes.ts';
import { reportToGitHub } from '../../run/report/github-actions.ts';
import { defaultOutput, type OutputTarget } from '../../run/report/output-target.ts';
import { type Outputs, outputsOf } from '../../run/report/outputs.ts';
import { askReporter, checkReporterTargets } from '../../run/report/reporter-agent.ts';
import { createReports } from '../../run/report/reports.ts';
import { checkSameSubject, type Resumed, resumedRun } from '../../run/resume.ts';
import { listenForStop } from '../../run/stop-signals.ts';
import { openHistory } from '../../run/stored/open-history.ts';
import { systemClock } from '../../run/system-clock.ts';
import type { Terminal } from '../../run/terminal.ts';
import type { TestFlags, TestOptions } from '../../run/test-options.ts';
import { UsageError } from '../../run/usage-error.ts';
import { type Baseline, createRunJudge } from '../../verdict/index.ts';

const LARGE_RUN = 20_000;

/** `runner test`: everything from the command line to the exit code. Throws what a person has to correct. */
export async function runTestCommand(
  inputs: readonly string[],
  flags: Partial<TestFlags>,
  outside: Terminal,
): Promise<number> {
  const terminal = withEnvFiles(outside, flags.env ?? []);
  const resumed = flags.resume === undefined ? undefined : resumedRun(inputs, flags, terminal);
  const located = await locateRun(resumed?.inputs ?? inputs, resumed?.flags ?? flags, terminal);
  const { options } = located;
  if (isDoubtful(located)) {
    terminal.stderr.write(`runner: no file or folder is called ${options.input}: it is taken as a message\n`);
  }
  const explicit = outputsOf(located, terminal.cwd);
  checkReporterTargets(flags.reporter, explicit.reports);
  checkDryRunTargets(options.dryRun, explicit);
  const stop = listenForStop();
  try {
    const prepared = await prepareRun(located, terminal, stop.signal);
    return await runOrPrint({ options, prepared, explicit, resumed, terminal }, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    terminal.stderr.write('runner: stopped before the first case\n');
    return stop.exitCode();
  } finally {
    stop.release();
  }
}

/** One word without an agent to send it to may be the name of a folder that is elsewhere. */
function isDoubtful({ source, options }: LocatedRun): boolean {
  return source.kind === 'message' && options.name === undefined && !/\s/.test(source.text);
}

type Start = {
  options: TestOptions;
  prepared: PreparedRun;
  explicit: Outputs;
  resumed: Resumed | undefined;
  terminal: Terminal;
};

async function runOrPrint(
  { options, prepared, explicit, resumed, terminal }: Start,
  signal: AbortSignal,
): Promise<number> {
  try {
    if (resumed !== undefined) checkSameSubject(prepared.plan, resumed.run);
    if (options.lastFailed === true) keepCases(prepared.plan, lastFailed(prepared, terminal));
    for (const warning of prepared.warnings) terminal.stderr.write(`runner: warning: ${warning}\n`);
    if (options.dryRun) return printDryRun(prepared, explicit.reports, terminal);
    if (prepared.plan.cases.length > LARGE_RUN) saveMemory();
    return await runPrepared({ options, prepared, ...targetsOf(prepared, explicit), terminal }, signal);
  } finally {
    await Promise.all([prepared.agents.close(), prepared.scripts.close(), prepared.scorers.close()]);
  }
}

function keepCases(plan: RunPlan, cases: PlannedCase[]): void {
  plan.cases = cases;
  plan.suites = plan.suites.filter(({ key }) => cases.some(({ suiteKey }) => suiteKey === key));
}

/** A large run keeps most of its memory to the end: collect garbage before it is several times what is alive. */
function saveMemory(): void {
  v8.setFlagsFromString('--heap-growing-percent=40');
}

type Targets = { targets: OutputTarget[]; resultsFolder: string | undefined };

/** What nobody asked for differently: JSON lines beside the case files, results of experiments in the workspace. */
function targetsOf({ options, source, plan, root }: PreparedRun, explicit: Outputs): Targets {
  const targets = explicit.reports;
  const isExperiment = ({ case: { kind } }: PlannedCase): boolean => kind === 'experiment';
  const asked = targets.length > 0 || explicit.folder !== undefined;
  if (asked || options.output === false || source.kind !== 'files') return { targets, resultsFolder: explicit.folder };
  return {
    targets: plan.cases.every(isExperiment) ? [] : [defaultOutput(source.folder, new Date())],
    resultsFolder: plan.cases.some(isExperiment) ? path.join(root, 'test-results') : undefined,
  };
}

type Job = Targets & { options: TestOptions; prepared: PreparedRun; terminal: Terminal };

async function runPrepared(job: Job, signal: AbortSignal): Promise<number> {
  const { options, prepared, terminal } = job;
  const problems = await checkAgents({ plan: prepared.plan, reporterId: options.reporter }, prepared.agents, signal);
  if (problems.length > 0) throw new UsageError('the run cannot start', problems);
  const history = openHistory(options, prepared.root, terminal);
  try {
    return await record(job, { ...history, signal });
  } finally {
    history.close();
  }
}

type Recording = Pick<ReturnType<typeof openHistory>, 'database' | 'kept'> & { signal: AbortSignal };

async function record(job: Job, { database, kept, signal }: Recording): Promise<number> {
  const { options, prepared, targets, resultsFolder, terminal } = job;
  const { plan, root, redact, cassettes } = prepared;
  const writer = createHistoryWriter({ file: database.file });
  const reports = createReports(targets);
  const experiments = resultsFolder === undefined ? undefined : createExperimentFiles(resultsFolder);
  const display = createDisplay(prepared, terminal);
  const complaints: string[] = [];
  const state = await executeRun(
    plan,
    {
      agents: prepared.agents,
      scripts: prepared.scripts,
      scorers: prepared.scorers,
      attachments: createAttachmentReader(),
      render: createTemplates().render,
      clock: systemClock,
      observers: [
        writer,
        ...reports.observers,
        ...(experiments === undefined ? [] : [experiments]),
        display,
        ...quietErrors(job),
        ...(cassettes?.observers ?? []),
      ],
      redact,
      ...earlierAttempts(database, options.resume),
      kinds,
      judge: createRunJudge(kept ? baselineReader(database, complaints) : undefined),
      onObserverError: (observer, error) => complaints.push(`${observer}: ${messageOf(error)}`),
    },
    signal,
  );
  complaints.push(...(await closeHistory(writer)));
  complaints.push(...ejectCassettes(cassettes, terminal));
  const resultsOf = createResultReader(database, plan.runId);
  const { written, problems } = reports.finish(state, resultsOf);
  const results = experiments?.finish(state) ?? { written: [], problems: [] };
  problems.push(...results.problems);
  display.finish(state, [...written, ...results.written.map((file) => displayName(file, terminal.cwd))]);
  await askReporter({ ...job, agents: prepared.agents, state, resultsOf, redact }, signal);
  if (options.format === 'json') terminal.stdout.write(accuracyLine(state));
  terminal.stderr.write(gateNotes(state));
  complaints.push(...reportToGitHub({ state, resultsOf, root }, terminal));
  const resting = kept ? [`the results are in the history, run ${plan.runId}`] : [];
  return verdict({
    state,
    problems: [...problems, ...(problems.length > 0 ? resting : [])],
    complaints,
    options,
    terminal,
  });
}

function quietErrors({ options, terminal }: Job): RunObserver[] {
  return options.quiet === true ? [createAnswerErrors(terminal)] : [];
}

function earlierAttempts(database: Database, runId: string | undefined): Pick<RunnerPorts, 'earlier'> {
  if (runId === undefined) return {};
  const find = createEarlierAttempts(database, runId);
  return {
    earlier: {
      find: ({ suiteKey, case: { id, hash } }, attempt) => find({ suiteKey, caseId: id, caseHash: hash, attempt }),
    },
  };
}

/** What cannot be compared is told, and fails nothing. */
function baselineReader(database: Database, complaints: string[]): Baseline {
  return (run) => {
    try {
      return baselineStandings(database, run);
    } catch (error) {
      complaints.push(`the baseline could not be read: ${messageOf(error)}`);
      return undefined;
    }
  };
}

function ejectCassettes(cassettes: PreparedRun['cassettes'], { stderr }: Terminal): string[] {
  try {
    for (const note of cassettes?.eject() ?? []) stderr.write(`runner: ${note}\n`);
    return [];
  } catch (error) {
    return [`a cassette could not be written: ${messageOf(error)}`];
  }
}

async function closeHistory(writer: HistoryWriter): Promise<string[]> {
  try {
    await writer.close();
    return [];
  } catch (error) {
    return [`the history is incomplete: ${messageOf(error)}`];
  }
}

type Ending = { state: RunState; problems: string[]; complaints: string[]; options: TestOptions; terminal: Terminal };

function verdict({ state, problems, complaints, terminal }: Ending): number {
  const { counts, reason = '' } = state;
  for (const complaint of complaints) terminal.stderr.write(`runner: warning: ${complaint}\n`);
  for (const problem of problems) terminal.stderr.write(`runner: ${problem}\n`);
  const exitCode = state.exitCode ?? 1;
  if (exitCode !== 0) {
    terminal.stderr.write(`runner: exit ${exitCode}: ${reason}\n`);
    return exitCode;
  }
  if (problems.length > 0 || complaints.length > 0) {
    terminal.stderr.write(`runner: exit 1: ${reason}, but not everything could be written\n`);
    return 1;
  }
  if (counts.failed + counts.error + counts.timeout > 0) terminal.stderr.write(`runner: exit 0: ${reason}\n`);
  return 0;
}
