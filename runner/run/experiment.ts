import path from 'node:path';
import { openDatabase } from '../history/db/index.ts';
import { defaultDatabaseFile } from '../host/env.ts';
import { createAttachmentReader } from '../inputs/attachments.ts';
import { formatProblem } from '../inputs/problem.ts';
import { AgentError, type AgentProvider, type ScriptHost } from '../ports/index.ts';
import { type ConsoleReporter, createConsoleReporter } from '../reporters/console/console-reporter.ts';
import { createExperimentFiles } from '../reporters/experiment/experiment-files.ts';
import { createExperimentOutput } from '../reporters/experiment/experiment-output.ts';
import { createAttachmentRule } from '../scripts/attachment-folders.ts';
import { loadConfig } from '../workspace/load-config.ts';
import { findResumed } from './experiment/find-resumed.ts';
import { createInProcessScorerHost } from './experiment/live-scorers.ts';
import { type ExperimentSettings, planExperiment, readTable } from './experiment/plan-experiment.ts';
import { withHistoryWarnings } from './history-warnings.ts';
import { createLiveAgentProvider } from './prepare/live-agent.ts';
import { type RecordedRun, type RunRecording, recordRun } from './record.ts';
import { createRedactor } from './redactor.ts';
import { displayName } from './report/display-name.ts';
import { type Terminal, usesColours } from './terminal.ts';

/** `root` is the workspace in whose history the run is recorded, `outputDir` the folder for the results. */
export type ExperimentFolders = { root: string; outputDir: string };

/** `file` holds the results; it is absent when it could not be written. */
export type ExperimentOutcome = { exitCode: number; file: string | undefined; problems: string[] };

/** Scores rows with scorers of the running program, and records the run. Throws when the table cannot be run. */
export async function runExperiment(
  { settings, place }: { settings: ExperimentSettings; place: ExperimentFolders },
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExperimentOutcome> {
  const { root } = place;
  const { config } = await loadConfig({ root, variables: terminal.variables });
  const redact = createRedactor({ ...terminal, extra: config.redact });
  terminal.setRedaction?.(redact);
  const scorers = createInProcessScorerHost(settings.scorers, settings.scorerType);
  const table = await readTable(settings, terminal.cwd);
  for (const warning of table.warnings) terminal.stderr.write(`turntree: warning: ${formatProblem(warning)}\n`);
  const { plan, disabled } = await planExperiment({ settings, root, names: scorers.names, table });
  const files = createExperimentFiles(path.resolve(terminal.cwd, settings.outputDir ?? place.outputDir));
  const display = experimentConsole(terminal, disabled);
  const attachments = createAttachmentReader(createAttachmentRule(root, config.folders));
  const ports = { agents: targetAgents(settings), scorers, scripts: noScripts, redact, attachments };
  const recording = { plan, ports, observers: [files, display] };
  const { state, complaints } = await recordInWorkspace(root, { recording, resume: settings.resume }, signal);
  const { written, problems } = files.finish(state);
  display.finish(
    state,
    written.map((file) => displayName(file, terminal.cwd)),
  );
  for (const complaint of [...complaints, ...problems]) terminal.stderr.write(`turntree: warning: ${complaint}\n`);
  const exitCode = problems.length === 0 && state.exitCode === 0 ? 0 : state.exitCode || 1;
  return { exitCode, file: written[0], problems };
}

function experimentConsole(terminal: Terminal, disabled: number): ConsoleReporter {
  const { stdout } = terminal;
  const colours = usesColours(terminal, { flag: undefined, stream: stdout });
  return createConsoleReporter(
    { output: stdout, colours, live: stdout.isTTY === true, verbose: false, quiet: false },
    (consoleState) => createExperimentOutput(consoleState, disabled),
  );
}

function targetAgents({ target }: ExperimentSettings): AgentProvider {
  if (target !== undefined) return createLiveAgentProvider(target);
  return { agent: ({ id }) => Promise.reject(new AgentError(`agent "${id}" not found`, 'configuration')) };
}

const rejectScriptTarget = () => Promise.reject(new AgentError('experiments have no scripts', 'configuration'));
const noScripts: ScriptHost = {
  runHook: rejectScriptTarget,
  runFunction: rejectScriptTarget,
  runTest: rejectScriptTarget,
  runMock: rejectScriptTarget,
};

type RecordedExperiment = { recording: Omit<RunRecording, 'history'>; resume: string | undefined };

/** `resume` refers to the earlier run whose complete rows are reused. */
async function recordInWorkspace(
  root: string,
  { recording, resume: named }: RecordedExperiment,
  signal: AbortSignal,
): Promise<RecordedRun> {
  const { plan } = recording;
  const database = openDatabase(defaultDatabaseFile(root));
  try {
    const resume = named === undefined ? undefined : findResumed(database, named, plan);
    const resumed = withHistoryWarnings({ ...plan, options: { ...plan.options, resume } }, database);
    const recorded = await recordRun(
      { ...recording, plan: resumed, history: { database, resume, baseline: { kind: 'none' } } },
      signal,
    );
    recorded.rescued?.close();
    return recorded;
  } finally {
    database.close();
  }
}
