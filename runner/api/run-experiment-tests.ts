import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../../lib/db/index.ts';
import { defaultDatabaseFile } from '../../lib/env.ts';
import { messageOf } from '../../lib/errors.ts';
import { createHistoryWriter } from '../../lib/history/index.ts';
import { loadConfig } from '../../lib/workspace/load-config.ts';
import type { RunPlan } from '../contract/index.ts';
import { executeRun } from '../engine/execute-run.ts';
import type { RunState } from '../fold/index.ts';
import { createAttachmentReader } from '../inputs/attachments.ts';
import { formatProblem } from '../inputs/problem.ts';
import { kinds } from '../kinds/kinds.ts';
import { AgentError, type AgentProvider, type ScorerHost, type ScriptHost } from '../ports/index.ts';
import { createExperimentConsole } from '../reporters/experiment/experiment-console.ts';
import { createExperimentFiles, type ExperimentResult } from '../reporters/experiment/experiment-files.ts';
import { createRedactor } from '../run/redactor.ts';
import { displayName } from '../run/report/display-name.ts';
import { listenForStop } from '../run/stop-signals.ts';
import { systemClock } from '../run/system-clock.ts';
import { discreet, type Terminal, wantsColours } from '../run/terminal.ts';
import { UsageError } from '../run/usage-error.ts';
import { createRunJudge } from '../verdict/index.ts';
import { type ExperimentConfig, type ExperimentSettings, readExperimentConfig } from './experiment-config.ts';
import { type ExperimentPlace, experimentPlace } from './experiment-place.ts';
import { liveScorers } from './live-scorers.ts';
import { liveAgents } from './live-target.ts';
import { planExperiment, readTable } from './plan-experiment.ts';

/**
 * Scores the rows of a CSV file that have `scorerType` with scorers of the running program, in this process. Prints as it
 * goes, saves the results in a JSON file while they come, records the run in the history of the workspace, and answers
 * what the file holds. Sets `process.exitCode` when a row did not pass. Rejects with one error for a config or a table
 * that cannot be run; nothing has run then.
 */
export async function runExperimentTests(config: ExperimentConfig): Promise<ExperimentResult> {
  const { stdout, stderr, env: variables } = process;
  const terminal = discreet({ stdout, stderr, variables, cwd: process.cwd() });
  const stop = listenForStop();
  try {
    const settings = readExperimentConfig(config, variables.CONCURRENCY);
    const place = experimentPlace(process.argv[1], terminal.cwd);
    return await run({ settings, place, terminal }, stop.signal);
  } catch (error) {
    throw withDetails(error);
  } finally {
    stop.release();
    // Whoever stopped the program wanted it to end, not this run of it alone.
    if (stop.signal.aborted) process.kill(process.pid, stop.signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT');
  }
}

type Experiment = { settings: ExperimentSettings; place: ExperimentPlace; terminal: Terminal };

async function run({ settings, place, terminal }: Experiment, signal: AbortSignal): Promise<ExperimentResult> {
  const { root } = place;
  const { config } = await loadConfig({ root, variables: terminal.variables });
  const redact = createRedactor({ variables: terminal.variables, extra: config.redact });
  terminal.hide?.(redact);
  const scorers = liveScorers(settings.scorers, settings.scorerType);
  const table = await readTable(settings, terminal.cwd);
  for (const warning of table.warnings) terminal.stderr.write(`runner: warning: ${formatProblem(warning)}\n`);
  const { plan, disabled } = await planExperiment({ settings, root, names: scorers.names, table });
  const files = createExperimentFiles(path.resolve(terminal.cwd, settings.outputDir ?? place.outputDir));
  const display = displayOf(terminal, disabled);
  const agents = agentsOf(settings);
  const { state, complaints } = await record(
    { plan, root, agents, scorers, redact, observers: [files, display] },
    signal,
  );
  const { written, problems } = files.finish(state);
  display.finish(
    state,
    written.map((file) => displayName(file, terminal.cwd)),
  );
  for (const complaint of [...complaints, ...problems]) terminal.stderr.write(`runner: warning: ${complaint}\n`);
  const [file] = written;
  if (state.exitCode !== 0 || problems.length > 0) process.exitCode = state.exitCode || 1;
  if (file === undefined) throw new UsageError('the results could not be saved', problems);
  return resultIn(file);
}

type Display = ReturnType<typeof createExperimentConsole>;

function displayOf(terminal: Terminal, disabled: number): Display {
  const { stdout } = terminal;
  return createExperimentConsole({
    output: stdout,
    colours: wantsColours(terminal, { flag: undefined, stream: stdout }),
    live: stdout.isTTY === true,
    verbose: false,
    quiet: false,
    disabled,
  });
}

function agentsOf({ target }: ExperimentSettings): AgentProvider {
  if (target !== undefined) return liveAgents(target.id, target.answer);
  return { agent: ({ id }) => Promise.reject(new AgentError(`agent "${id}" not found`, 'configuration')) };
}

type Recording = {
  plan: RunPlan;
  root: string;
  agents: AgentProvider;
  scorers: ScorerHost;
  redact: (text: string) => string;
  observers: Parameters<typeof executeRun>[1]['observers'];
};

async function record(
  { plan, root, observers, ...ports }: Recording,
  signal: AbortSignal,
): Promise<{ state: RunState; complaints: string[] }> {
  const complaints: string[] = [];
  const database = openDatabase(defaultDatabaseFile(root));
  try {
    const writer = createHistoryWriter({ file: database.file });
    const state = await executeRun(
      plan,
      {
        ...ports,
        scripts: noScripts,
        attachments: createAttachmentReader(),
        clock: systemClock,
        kinds,
        judge: createRunJudge(),
        observers: [writer, ...observers],
        onObserverError: (observer, error) => complaints.push(`${observer}: ${messageOf(error)}`),
      },
      signal,
    );
    await writer.close().catch((error: unknown) => complaints.push(`the history is incomplete: ${messageOf(error)}`));
    return { state, complaints };
  } finally {
    database.close();
  }
}

const refuse = () => Promise.reject(new AgentError('experiments have no scripts', 'configuration'));
const noScripts: ScriptHost = { runHook: refuse, runFunction: refuse, runTest: refuse };

function resultIn(file: string): ExperimentResult {
  const result: ExperimentResult = JSON.parse(readFileSync(file, 'utf8'));
  return result;
}

/** What a command prints below its message has to be in the message of an error that a program gets. */
function withDetails(error: unknown): unknown {
  if (!(error instanceof Error) || !('details' in error) || !Array.isArray(error.details)) return error;
  return new Error([error.message, ...error.details.map((detail) => `  ${String(detail)}`)].join('\n'));
}
