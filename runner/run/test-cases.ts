import v8 from 'node:v8';
import { type Database, openDatabase } from '../../lib/db/index.ts';
import { createResultReader, withStandings } from '../../lib/history/index.ts';
import type { RunState } from '../fold/index.ts';
import { createAttachmentReader } from '../inputs/attachments.ts';
import { accuracyLine } from '../reporters/accuracy-line.ts';
import { createEventPrinter } from '../reporters/event-printer.ts';
import { createAttachmentRule } from '../scripts/attachment-folders.ts';
import { errorText } from '../values/index.ts';
import { keepLastFailed } from './choose/last-failed.ts';
import { keepShard } from './choose/shard.ts';
import { withClockWarning } from './clock-warning.ts';
import { checkDryRunTargets, printDryRun } from './dry-run.ts';
import { withEnvFiles } from './load/env-files.ts';
import { locateRun } from './locate.ts';
import { checkAgents } from './prepare/check-agents.ts';
import { checkRepeats } from './prepare/check-repeats.ts';
import { chosenBaseline, type WantedBaseline } from './prepare/chosen-baseline.ts';
import { tellMisnamed, tellWarnings } from './prepare/said-once.ts';
import { openSnapshots } from './prepare/snapshots.ts';
import { type PreparedRun, prepareRun } from './prepare.ts';
import { recordRun } from './record.ts';
import { createAnswerErrors } from './report/answer-errors.ts';
import { createDisplay } from './report/create-display.ts';
import { gateNotes } from './report/gate-notes.ts';
import { reportToGitHub } from './report/github-actions.ts';
import { type Outputs, outputsOf, targetsOf } from './report/outputs.ts';
import { askReporter, checkReporterTargets } from './report/reporter-agent.ts';
import { createReports } from './report/reports.ts';
import { checkSameSubject } from './resume.ts';
import { historyFile } from './stored/stored-history.ts';
import { temporaryHistory } from './stored/temporary-history.ts';
import { causesAtEnd, pastsOf, withPast } from './stored/with-past.ts';
import type { Terminal } from './terminal.ts';
import type { RunRequest, TestOptions } from './test-options.ts';
import { withUrlAgent } from './try/url-agent.ts';
import { UsageError } from './usage-error.ts';
import { checkQueueOptions, type OpenQueue, openQueue } from './workers/open-queue.ts';

const LARGE_RUN = 20_000;

/** `problems` are what could not be written, `complaints` what else went wrong beside the cases. */
export type TestOutcome =
  | { kind: 'dry-run' }
  | { kind: 'finished'; state: RunState; problems: readonly string[]; complaints: readonly string[] };

/**
 * The whole of `runner test` behind its command line: finds and prepares the run, executes and records it, and writes its reports.
 * Shows progress on the terminal. Throws a `UsageError` for everything that a person has to correct.
 */
export async function testCases(request: RunRequest, outside: Terminal, signal: AbortSignal): Promise<TestOutcome> {
  const terminal = withEnvFiles(outside, request.flags.env ?? []);
  const located = await withUrlAgent(await locateRun(request, terminal), terminal, signal);
  const { options, resumed } = located;
  const outputs = outputsOf(located, terminal.cwd);
  checkReporterTargets(located.given.reporter, outputs.reports);
  checkDryRunTargets(options.dryRun, outputs);
  checkStandardOutput(options);
  checkQueueOptions(options);
  const prepared = await prepareRun(located, terminal, signal);
  try {
    if (resumed !== undefined) checkSameSubject(prepared.plan, resumed);
    if (options.lastFailed === true) keepLastFailed(prepared, terminal);
    keepShard(prepared, terminal);
    const baseline = chosenBaseline(prepared, terminal);
    tellWarnings(prepared, terminal);
    if (located.source.kind === 'files') tellMisnamed(located.source.misnamed ?? [], terminal);
    if (options.dryRun) {
      printDryRun(prepared, outputs.reports, terminal);
      return { kind: 'dry-run' };
    }
    if (prepared.plan.cases.length > LARGE_RUN) saveMemory();
    return await runPrepared({ prepared, baseline, targets: targetsOf(prepared, outputs), terminal }, signal);
  } finally {
    await prepared.close();
  }
}

/** Only one kind of data can be on standard output. */
function checkStandardOutput({ json, format, dryRun }: TestOptions): void {
  if (json !== true) return;
  if (dryRun)
    throw new UsageError(
      '--json prints the events of a run, and --dry-run runs nothing; it prints JSON lines by itself',
    );
  if (format === 'json') throw new UsageError('--json and --format json both print on standard output; choose one');
}

/** A large run keeps most of its memory to the end: collect garbage before it is several times what is alive. */
function saveMemory(): void {
  v8.setFlagsFromString('--heap-growing-percent=40');
}

type Job = {
  prepared: PreparedRun;
  baseline: WantedBaseline;
  targets: Outputs;
  terminal: Terminal;
  queue?: OpenQueue | undefined;
};

async function runPrepared(job: Job, signal: AbortSignal): Promise<TestOutcome> {
  const { options, root } = job.prepared;
  await checkAgents(job.prepared, job.terminal, signal);
  checkRepeats(job.prepared);
  const written = job.targets.reports.flatMap(({ file }) => file ?? []);
  const queue = await openQueue({ ...job, written }, signal);
  try {
    const history = openHistory(options, root, job.terminal);
    try {
      const signals = queue === undefined ? signal : AbortSignal.any([signal, queue.failed]);
      const outcome = await recordAndReport({ ...job, queue }, history, signals);
      queue?.failed.throwIfAborted();
      return outcome;
    } finally {
      history.close();
    }
  } finally {
    await queue?.close();
  }
}

async function recordAndReport(
  { prepared, baseline, targets, terminal, queue }: Job,
  { database, kept }: ReturnType<typeof openHistory>,
  signal: AbortSignal,
): Promise<TestOutcome> {
  const { options, root, config, redact, agents, scripts, scorers, cassettes, systems } = prepared;
  const plan = kept ? withClockWarning(prepared.plan, database, Date.now()) : prepared.plan;
  for (const warning of plan.warnings ?? []) terminal.stderr.write(`runner: warning: ${warning}\n`);
  const snapshots = openSnapshots(prepared, terminal);
  const reports = createReports(targets);
  const display = createDisplay(prepared, terminal);
  const { state, complaints, rescued } = await recordRun(
    {
      plan,
      ports: {
        ...{ agents, scripts, scorers, snapshots, redact, render: systems.render },
        recordCalls: config.record_calls,
        elsewhere: queue?.elsewhere,
        attachments: createAttachmentReader(createAttachmentRule(root, config.folders)),
      },
      observers: [
        ...reports.observers,
        display,
        ...(options.json === true ? [createEventPrinter((line) => terminal.stdout.write(line))] : []),
        ...(options.quiet === true ? [createAnswerErrors(terminal)] : []),
        ...(cassettes?.observers ?? []),
      ],
      history: { database, resume: options.resume, baseline: kept ? baseline : { kind: 'none' } },
    },
    signal,
  );
  const stored = rescued?.database ?? database;
  complaints.push(...ejectCassettes(cassettes, terminal));
  for (const note of snapshots.written()) terminal.stderr.write(`runner: ${note}\n`);
  const resultsOf = createResultReader(stored, plan.runId);
  const pasts = pastsOf(stored, state);
  const reported = withPast(stored, kept ? withStandings(stored, state) : state, pasts);
  const { written, problems } = reports.finish(reported, resultsOf, terminal.cwd);
  display.finish(state, written, { pasts, causes: causesAtEnd(reported, resultsOf) });
  const report = { options, targets: targets.reports, terminal, agents, state, resultsOf, redact };
  await askReporter(report, signal);
  if (options.format === 'json') terminal.stdout.write(accuracyLine(state));
  terminal.stderr.write(gateNotes(state, kept ? stored : undefined));
  complaints.push(...reportToGitHub({ state: reported, resultsOf, root }, terminal));
  if (kept && problems.length > 0 && rescued === undefined) {
    problems.push(`the results are in the history, run ${plan.runId}`);
  }
  rescued?.close();
  return { kind: 'finished', state, problems, complaints };
}

function ejectCassettes(cassettes: PreparedRun['cassettes'], { stderr }: Terminal): string[] {
  try {
    for (const note of cassettes?.eject() ?? []) stderr.write(`runner: ${note}\n`);
    return [];
  } catch (error) {
    return [`a cassette could not be written: ${errorText(error)}`];
  }
}

type OpenHistory = { database: Database; kept: boolean; close(): void };

/**
 * The history that a run is recorded in. Reports are read from it, so without `--history` there still is one: in a
 * temporary folder, gone with the run.
 */
function openHistory(options: TestOptions, root: string, terminal: Terminal): OpenHistory {
  if (!options.history) return { ...temporaryHistory(), kept: false };
  const database = openDatabase(historyFile({ app: root, db: options.db }, terminal));
  return { database, kept: true, close: () => database.close() };
}
