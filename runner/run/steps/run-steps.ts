import type { RunPlan } from '../../contract/index.ts';
import { type Database, openDatabase } from '../../history/db/index.ts';
import { createResultReader, withCaseHealth } from '../../history/index.ts';
import { createAttachmentReader } from '../../inputs/attachments.ts';
import { formatAccuracyLine } from '../../reporters/accuracy-line.ts';
import { createEventPrinter } from '../../reporters/event-printer.ts';
import { createAttachmentCheck } from '../../scripts/attachment-folders.ts';
import { toErrorMessage } from '../../values/index.ts';
import type { QueueConnection } from '../cli-extension.ts';
import { addHistoryWarnings } from '../history-warnings.ts';
import { limitHeapGrowth } from '../machine/heap-growth.ts';
import { notifyOfSuiteChanges } from '../notify/notify.ts';
import { requireCallableAgents } from '../prepare/check-agents.ts';
import { requireAttackAllowed, requireRepeatableAttempts } from '../prepare/check-repeats.ts';
import { openSnapshotStore } from '../prepare/snapshots.ts';
import type { PreparedRun } from '../prepare.ts';
import { type RecordedRun, recordRun } from '../record.ts';
import { createAnswerErrorPrinter } from '../report/answer-errors.ts';
import { createRunDisplay } from '../report/create-display.ts';
import { formatGateNotes } from '../report/gate-notes.ts';
import { reportToGitHub } from '../report/github-actions.ts';
import { showsCaseHealth } from '../report/output-target.ts';
import { writeReportsByReporterAgent } from '../report/reporter-agent.ts';
import { createReports } from '../report/reports.ts';
import {
  addFailingCaseHistories,
  collectCausesOfFinishedRun,
  readFailingCaseHistories,
} from '../stored/failing-case-histories.ts';
import { getHistoryFile } from '../stored/stored-history.ts';
import { createTemporaryHistory } from '../stored/temporary-history.ts';
import type { Terminal } from '../terminal.ts';
import type { ChosenBaselineAndTargets, LoadedRun, RunLocation, RunStart } from './prepare-steps.ts';
import type { RunStep } from './steps.ts';

const MIN_CASES_OF_LARGE_RUN = 20_000;

export type ReadyRun = Pick<RunStart, 'observers'> & RunLocation & LoadedRun & ChosenBaselineAndTargets;
/** `stop` is a signal that aborts if the run is cancelled or no worker is available. */
export type QueueConnectionContext = { queue: QueueConnection | undefined; stop: AbortSignal };
/** `kept` is true if the history still exists after the run, that is, without `--no-history`. */
export type HistoryContext = { history: { database: Database; kept: boolean; close(): void } };
export type ExecutedRun = RecordedRun & {
  plan: RunPlan;
  reports: ReturnType<typeof createReports>;
  display: ReturnType<typeof createRunDisplay>;
};
export type AgentProblemsContext = { problems: readonly string[] };

/** Checks that all agents can be called, and that they may be called again if the run repeats attempts. */
export const checkStep: RunStep<ReadyRun, object> = {
  title: 'check',
  async setup({ prepared, terminal }, signal) {
    if (prepared.plan.cases.length > MIN_CASES_OF_LARGE_RUN) limitHeapGrowth();
    await requireCallableAgents(prepared, terminal, signal);
    requireRepeatableAttempts(prepared);
    requireAttackAllowed(prepared);
    return {};
  },
};

/** Connects to remote workers, if these execute the attempts. */
export const connectWorkersStep: RunStep<ReadyRun, QueueConnectionContext> = {
  title: 'reach workers',
  async setup({ prepared, terminal, targets, runQueue }, signal) {
    const { queue: address } = prepared.options;
    if (runQueue === undefined || address === undefined) return { queue: undefined, stop: signal };
    const reportFiles = targets.reports.flatMap(({ file }) => file ?? []);
    const queue = await runQueue.open({ prepared, terminal, written: reportFiles, address }, signal);
    return { queue, stop: AbortSignal.any([signal, queue.failed]) };
  },
  teardown: ({ queue }) => queue?.close(),
};

/**
 * Opens the history in which a run is recorded. Reports are created from a history, so a run with `--no-history` uses
 * one in a temporary folder, which is deleted after the run.
 */
export const openHistoryStep: RunStep<ReadyRun, HistoryContext> = {
  title: 'open history',
  setup({ prepared: { options, root }, terminal }) {
    if (!options.history) return { history: { ...createTemporaryHistory(), kept: false } };
    const database = openDatabase(getHistoryFile({ app: root, db: options.db }, terminal));
    return { history: { database, kept: true, close: () => database.close() } };
  },
  teardown: ({ history }) => history.close(),
};

/** Executes and records every attempt. */
export const executeStep: RunStep<ReadyRun & QueueConnectionContext & HistoryContext, ExecutedRun> = {
  title: 'execute',
  async setup({ prepared, baseline, targets, terminal, queue, stop, history: { database, kept }, observers = [] }) {
    const { options, root, config, redact, agents, scripts, scorers, cassettes, systems } = prepared;
    const plan = kept ? addHistoryWarnings(prepared.plan, database) : prepared.plan;
    for (const warning of plan.warnings ?? []) terminal.stderr.write(`turntree: warning: ${warning}\n`);
    const snapshots = openSnapshotStore(prepared, terminal);
    const reports = createReports(targets);
    const display = createRunDisplay(prepared, terminal);
    const recordedRun = await recordRun(
      {
        plan,
        ports: {
          agents,
          scripts,
          scorers,
          snapshots,
          redact,
          render: systems.render,
          recordCalls: config.record_calls,
          remoteExecutor: queue?.remoteExecutor,
          chooser: prepared.chooser,
          attachments: createAttachmentReader(createAttachmentCheck(root, config.folders)),
        },
        observers: [
          ...reports.observers,
          display,
          ...observers,
          ...(options.json === true ? [createEventPrinter((line) => terminal.stdout.write(line))] : []),
          ...(options.quiet === true ? [createAnswerErrorPrinter(terminal)] : []),
          ...(cassettes?.observers ?? []),
        ],
        history: { database, resume: options.resume, baseline: kept ? baseline : { kind: 'none' } },
      },
      stop,
    );
    const complaints = [...recordedRun.complaints, ...writeCassettes(cassettes, terminal)];
    for (const note of snapshots.describeChanges()) terminal.stderr.write(`turntree: ${note}\n`);
    return { ...recordedRun, complaints, plan, reports, display };
  },
  teardown: ({ rescued }) => rescued?.close(),
};

function writeCassettes(cassettes: PreparedRun['cassettes'], { stderr }: Terminal): string[] {
  try {
    for (const note of cassettes?.writeRecordings() ?? []) stderr.write(`turntree: ${note}\n`);
    return [];
  } catch (error) {
    return [`a cassette could not be written: ${toErrorMessage(error)}`];
  }
}

/** Publishes the run: to the terminal, files, the reporter agent and GitHub. */
export const reportStep: RunStep<
  ReadyRun & QueueConnectionContext & HistoryContext & ExecutedRun,
  AgentProblemsContext
> = {
  title: 'report',
  async setup(context) {
    const { prepared, targets, terminal, queue, stop, history, state, plan, reports, display, rescued, complaints } =
      context;
    const { options, root, redact, agents } = prepared;
    const database = rescued?.database ?? history.database;
    const { kept: keptHistory } = history;
    const resultsOf = createResultReader(database, plan.runId);
    const caseHistories = readFailingCaseHistories(database, state);
    // The state of each case over several runs is read only if a report shows it: for 100,000 cases, it takes as much
    // memory as the list rows.
    const needsStandings = keptHistory && targets.reports.some(showsCaseHealth);
    const reported = addFailingCaseHistories(
      database,
      needsStandings ? withCaseHealth(database, state) : state,
      caseHistories,
    );
    const { written, problems } = reports.finish(reported, resultsOf, terminal.cwd);
    display.finish(state, written, { pasts: caseHistories, causes: collectCausesOfFinishedRun(reported, resultsOf) });
    await writeReportsByReporterAgent(
      { options, targets: targets.reports, terminal, agents, state, resultsOf, redact },
      stop,
    );
    if (options.format === 'json') terminal.stdout.write(formatAccuracyLine(state));
    terminal.stderr.write(formatGateNotes(state, keptHistory ? database : undefined));
    // If a program started the run, it reports the result itself.
    if (context.observers === undefined)
      complaints.push(...reportToGitHub({ state: reported, resultsOf, root }, terminal));
    if (keptHistory && problems.length > 0 && rescued === undefined) {
      problems.push(`the results are in the history, run ${plan.runId}`);
    }
    queue?.failed.throwIfAborted();
    return { problems };
  },
};

/** Notifies the configured targets if the run broke a suite, or if a suite passes again. */
export const notifyStep: RunStep<ReadyRun & HistoryContext & ExecutedRun, object> = {
  title: 'notify',
  async setup({ prepared: { config, root, redact }, terminal, history, state, rescued }, signal) {
    const keptDatabase = history.kept && rescued === undefined ? history.database : undefined;
    const lines = await notifyOfSuiteChanges({
      targets: config.notify ?? [],
      state,
      history: keptDatabase,
      root,
      variables: terminal.variables,
      redact,
      signal,
    });
    for (const line of lines) terminal.stderr.write(`turntree: ${line}\n`);
    return {};
  },
};
