import { randomUUIDv7 } from 'node:crypto';
import path from 'node:path';
import { installationFolder, toolVersion } from '../../lib/installation.ts';
import { type AgentsHandle, createAgents } from '../agents/create-agents.ts';
import type { Environment, Gates, RunOptions, RunPlan } from '../contract/index.ts';
import { planRun } from '../engine/plan-run.ts';
import { loadContextFile } from '../inputs/context-file.ts';
import { kinds } from '../kinds/kinds.ts';
import { createScorerHost, type WorkspaceScorers } from '../scorers/create-scorer-host.ts';
import { createScriptHost, type WorkspaceScripts } from '../scripts/create-script-host.ts';
import { chooseAgents } from './choose.ts';
import { type LoadedSuites, loadSuites } from './load.ts';
import type { LocatedRun } from './locate.ts';
import { type Cassettes, cassetteMode, openCassettes } from './prepare/cassettes.ts';
import { gitCommit } from './prepare/git-commit.ts';
import { openScorers } from './prepare/open-scorers.ts';
import type { Terminal } from './terminal.ts';
import type { TestOptions } from './test-options.ts';
import { NothingToRun, UsageError } from './usage-error.ts';

/** Everything that is known before the first case: nothing has run, nothing has been written. */
export type PreparedRun = LocatedRun & {
  plan: RunPlan;
  agents: AgentsHandle;
  cassettes: Cassettes | undefined;
  scripts: WorkspaceScripts;
  scorers: WorkspaceScorers;
  warnings: string[];
  /** Rows of tables that are left out because they are disabled. */
  disabled: number;
  /** Ends the workers and programs that were started. */
  close(): Promise<void>;
};

/** Reads the cases, finds the agent and plans the run. Throws with everything that is wrong. */
export async function prepareRun(located: LocatedRun, terminal: Terminal, signal: AbortSignal): Promise<PreparedRun> {
  const { root, config, handlers, redact, systems } = located;
  const mode = cassetteMode(located.options);
  const cassettes = mode === undefined ? undefined : openCassettes(mode, { root, cwd: terminal.cwd, redact });
  const { variables } = terminal;
  const scripts = createScriptHost({ root, variables, handlers, systems });
  const workers = { pingMs: pingOf(located.options.timeout) };
  const scorers = createScorerHost({ root, config, variables, systems, workers });
  const agents = createAgents({
    root,
    config,
    variables,
    systems,
    handlers: scripts.handlers,
    workers,
    ...(cassettes === undefined ? {} : { tape: cassettes.tape }),
  });
  const close = async (): Promise<void> => {
    await Promise.all([agents.close(), scripts.close(), scorers.close()]);
  };
  try {
    checkCosts(located.options, agents);
    const { suites: loaded, warnings, disabled = 0 } = await loadSuites({ located, agents, scripts, terminal }, signal);
    const suites = await openScorers(loaded, scorers, signal);
    const context = await contextOf(located.options, terminal);
    const planned = planRun(await planRequest({ located, agents, suites, context }, terminal), kinds);
    if (!planned.ok && planned.nothing === true) throw new NothingToRun(planned.problems.join('\n'));
    if (!planned.ok) throw new UsageError('the run cannot be planned', planned.problems);
    cassettes?.insert(planned.plan);
    return { ...located, plan: planned.plan, agents, scripts, scorers, cassettes, warnings, disabled, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A loop has to be noticed early enough for those beside it to be asked again within their time. */
function pingOf(timeoutMs: number): number {
  return Math.min(1_000, Math.max(100, Math.round(timeoutMs / 10)));
}

/** A limit that nothing counts towards would let everything through. */
function checkCosts({ maxCost }: TestOptions, agents: AgentsHandle): void {
  const all = maxCost === undefined ? [] : [...agents.connectors(), ...agents.list()];
  if (maxCost === undefined || all.some(({ priced }) => priced === true)) return;
  throw new UsageError('--max-cost: no connector or agent of this workspace says what it costs', [
    'Give a connector file, or an agent of the config that says what it spends, a "cost": {"input_per_million": 2.5, "output_per_million": 10}, in any currency.',
  ]);
}

type Parts = {
  located: LocatedRun;
  agents: AgentsHandle;
  suites: LoadedSuites['suites'];
  context: Partial<Environment> | undefined;
};

async function planRequest(
  { located, agents, suites, context }: Parts,
  terminal: Terminal,
): Promise<Parameters<typeof planRun>[0]> {
  const { options, root } = located;
  const commit = await gitCommit(root);
  return {
    runId: options.runId ?? randomUUIDv7(),
    suites: chooseAgents(suites, { located, agents }),
    selection: selectionOf(options),
    simulator: options.simulator,
    context,
    identity: {
      userId: options.user,
      teamId: options.team,
    },
    options: {
      input: options.input,
      attempts: options.runs,
      parallel: options.parallel,
      failFast: options.failFast,
      timeoutMs: options.timeout,
      agent: options.name,
      connector: options.connector,
      scorer: options.scorer,
      simulator: options.simulator,
      user: options.user,
      team: options.team,
      ...surroundingsOf(located, terminal),
      ...selectionOf(options),
      ...verdictOptions(options),
    },
    toolVersion: toolVersion(installationFolder()),
    ...(commit === undefined ? {} : { gitCommit: commit }),
  };
}

async function contextOf({ ctx }: TestOptions, { cwd }: Terminal): Promise<Partial<Environment> | undefined> {
  return ctx === undefined ? undefined : loadContextFile(path.resolve(cwd, ctx), ctx);
}

/** Returns the surroundings of the cases. The context file is relative to the workspace, where runs are repeated. */
function surroundingsOf({ options, root }: LocatedRun, { cwd }: Terminal): Partial<RunOptions> {
  const { before, after, ctx } = options;
  return {
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(ctx === undefined ? {} : { context: path.relative(root, path.resolve(cwd, ctx)) }),
  };
}

function verdictOptions(options: TestOptions): Partial<RunOptions> {
  const { maxCost } = options;
  const cassette = cassetteMode(options);
  const gates = gatesOf(options);
  return {
    gates: Object.values(gates).every((value) => value === undefined) ? undefined : gates,
    maxCost,
    cassette,
    ...(options.exitCodes === 'detailed' ? { exitCodes: options.exitCodes } : {}),
    ...(options.lastFailed === true ? { lastFailed: true } : {}),
    ...(options.resume === undefined ? {} : { resume: options.resume }),
  };
}

function gatesOf(options: TestOptions): Gates {
  const { minAccuracy, thresholdMode, minPassRate, minCasePassRate, failOnFlaky, failOnRegression } = options;
  return {
    minAccuracy,
    thresholdMode,
    minPassRate,
    minCasePassRate,
    failOnFlaky,
    failOnRegression,
  };
}

function selectionOf({ run, case: cases, tag }: TestOptions): { pattern?: string; cases?: string[]; tags?: string[] } {
  return {
    pattern: run,
    cases,
    tags: tag,
  };
}
