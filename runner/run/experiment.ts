import path from 'node:path';
import { openDatabase } from '../history/db/index.ts';
import { getDefaultDatabasePath } from '../host/env.ts';
import { createAttachmentReader } from '../inputs/attachments.ts';
import { formatProblem } from '../inputs/problem.ts';
import { AgentError, type AgentProvider, type ScriptHost } from '../ports/index.ts';
import { type ConsoleReporter, createConsoleReporter } from '../reporters/console/console-reporter.ts';
import { createExperimentFiles } from '../reporters/experiment/experiment-files.ts';
import { createExperimentOutput } from '../reporters/experiment/experiment-output.ts';
import { createAttachmentCheck } from '../scripts/attachment-folders.ts';
import { loadConfig } from '../workspace/load-config.ts';
import { findRunToResume } from './experiment/find-resumed.ts';
import { createInProcessScorerHost } from './experiment/live-scorers.ts';
import { type ExperimentSettings, planExperiment, readExperimentTable } from './experiment/plan-experiment.ts';
import { addHistoryWarnings } from './history-warnings.ts';
import { createLiveAgentProvider } from './prepare/live-agent.ts';
import { type RecordedRun, type RunRecording, recordRun } from './record.ts';
import { createRedactor } from './redactor.ts';
import { formatDisplayPath } from './report/display-name.ts';
import { shouldUseColours, type Terminal } from './terminal.ts';

/** `root` is the workspace in whose history the run is recorded; `outputDir` is the folder for the results. */
export type ExperimentFolders = { root: string; outputDir: string };

/** `file` contains the results; it is missing if the file could not be written. */
export type ExperimentOutcome = { exitCode: number; file: string | undefined; problems: string[] };

/** Scores table rows with scorers of the running program, and records the run. Throws if the table cannot be run. */
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
  const table = await readExperimentTable(settings, terminal.cwd);
  for (const warning of table.warnings) terminal.stderr.write(`turntree: warning: ${formatProblem(warning)}\n`);
  const { plan, disabled } = await planExperiment({ settings, root, names: scorers.names, table });
  const files = createExperimentFiles(path.resolve(terminal.cwd, settings.outputDir ?? place.outputDir));
  const display = createExperimentConsole(terminal, disabled);
  const attachments = createAttachmentReader(createAttachmentCheck(root, config.folders));
  const ports = { agents: createTargetAgents(settings), scorers, scripts: noScripts, redact, attachments };
  const recording = { plan, ports, observers: [files, display] };
  const { state, complaints } = await recordRunInWorkspace(root, { recording, resume: settings.resume }, signal);
  const { written, problems } = files.finish(state);
  display.finish(
    state,
    written.map((file) => formatDisplayPath(file, terminal.cwd)),
  );
  for (const complaint of [...complaints, ...problems]) terminal.stderr.write(`turntree: warning: ${complaint}\n`);
  const exitCode = problems.length === 0 && state.exitCode === 0 ? 0 : state.exitCode || 1;
  return { exitCode, file: written[0], problems };
}

function createExperimentConsole(terminal: Terminal, disabled: number): ConsoleReporter {
  const { stdout } = terminal;
  const colours = shouldUseColours(terminal, { flag: undefined, stream: stdout });
  return createConsoleReporter(
    { output: stdout, colours, live: stdout.isTTY === true, verbose: false, quiet: false },
    (consoleState) => createExperimentOutput(consoleState, disabled),
  );
}

function createTargetAgents({ target }: ExperimentSettings): AgentProvider {
  if (target !== undefined) return createLiveAgentProvider(target);
  return { agent: ({ id }) => Promise.reject(new AgentError(`agent "${id}" not found`, 'configuration')) };
}

const rejectScripts = () => Promise.reject(new AgentError('experiments have no scripts', 'configuration'));
const noScripts: ScriptHost = {
  runHook: rejectScripts,
  runFunction: rejectScripts,
  runTest: rejectScripts,
  runMock: rejectScripts,
};

type ExperimentToRecord = { recording: Omit<RunRecording, 'history'>; resume: string | undefined };

/** `resume` names the earlier run whose complete rows are reused instead of being scored again. */
async function recordRunInWorkspace(
  root: string,
  { recording, resume: named }: ExperimentToRecord,
  signal: AbortSignal,
): Promise<RecordedRun> {
  const { plan } = recording;
  const database = openDatabase(getDefaultDatabasePath(root));
  try {
    const resume = named === undefined ? undefined : findRunToResume(database, named, plan);
    const resumed = addHistoryWarnings({ ...plan, options: { ...plan.options, resume } }, database);
    const recordedRun = await recordRun(
      { ...recording, plan: resumed, history: { database, resume, baseline: { kind: 'none' } } },
      signal,
    );
    recordedRun.rescued?.close();
    return recordedRun;
  } finally {
    database.close();
  }
}
