import { randomUUIDv7 } from 'node:crypto';
import path from 'node:path';
import { installationFolder, toolVersion } from '../../lib/installation.ts';
import { type AgentsHandle, createAgents } from '../agents/create-agents.ts';
import { findAgentFolder } from '../agents/resolve-agent.ts';
import type { Gates, RunOptions, RunPlan, Suite, TestCase } from '../contract/index.ts';
import { loadCaseFile } from '../inputs/load-case-file.ts';
import { messageCase } from '../inputs/message-input.ts';
import { formatProblem } from '../inputs/problem.ts';
import { planRun } from '../plan/plan-run.ts';
import { NothingToRun, UsageError } from './flags.ts';
import { gitCommit } from './git-commit.ts';
import type { LocatedRun } from './locate-run.ts';
import type { ResolvedInput } from './resolve-input.ts';
import type { Terminal } from './terminal.ts';
import type { TestOptions } from './test-options.ts';

/** Everything that is known before the first case: nothing has run, nothing has been written. */
export type PreparedRun = LocatedRun & { plan: RunPlan; agents: AgentsHandle; warnings: string[] };

/** Reads the cases, finds the agent and plans the run. Throws with everything that is wrong. */
export async function prepareRun(located: LocatedRun, terminal: Terminal): Promise<PreparedRun> {
  const { options, source, root, config } = located;
  const agents = createAgents({ root, config, variables: terminal.variables });
  try {
    const loaded = await loadSource(source, options.input);
    const planned = planRun(await planRequest({ located, agents, cases: loaded.cases }));
    if (!planned.ok && planned.nothing === true) throw new NothingToRun(planned.problems.join('\n'));
    if (!planned.ok) throw new UsageError('the run cannot be planned', planned.problems);
    return { ...located, plan: planned.plan, agents, warnings: loaded.warnings };
  } catch (error) {
    await agents.close();
    throw error;
  }
}

type Parts = { located: LocatedRun; agents: AgentsHandle; cases: TestCase[] };

async function planRequest({ located, agents, cases }: Parts): Promise<Parameters<typeof planRun>[0]> {
  const { options, place, root } = located;
  const commit = await gitCommit(root);
  return {
    runId: options.runId ?? randomUUIDv7(),
    suites: [{ suite: suiteOf(located, agents), cases, baseDir: path.dirname(place) }],
    selection: selectionOf(options),
    ...(options.simulator === undefined ? {} : { simulator: options.simulator }),
    identity: {
      ...(options.user === undefined ? {} : { userId: options.user }),
      ...(options.team === undefined ? {} : { teamId: options.team }),
    },
    options: {
      input: options.input,
      attempts: options.runs,
      parallel: options.parallel,
      failFast: options.failFast,
      timeoutMs: options.timeout,
      ...(options.name === undefined ? {} : { agent: options.name }),
      ...(options.connector === undefined ? {} : { connector: options.connector }),
      ...(options.simulator === undefined ? {} : { simulator: options.simulator }),
      ...selectionOf(options),
      ...verdictOptions(options),
    },
    toolVersion: toolVersion(installationFolder()),
    ...(commit === undefined ? {} : { gitCommit: commit }),
  };
}

async function loadSource(source: ResolvedInput, name: string): Promise<{ cases: TestCase[]; warnings: string[] }> {
  if (source.kind === 'message') return { cases: [messageCase(source.text)], warnings: [] };
  const { cases, warnings } = await loadCaseFile(source.path, name);
  return { cases, warnings: warnings.map(formatProblem) };
}

function suiteOf({ options, source, place, root }: LocatedRun, agents: AgentsHandle): Suite {
  const id = options.name ?? findAgentFolder(place, root)?.id;
  if (id === undefined) {
    const start = path.dirname(place);
    const known = agents.list().map((agent) => agent.id);
    throw new UsageError('no agent found', [
      `looked for package.yao in ${start} and above, up to ${root}`,
      known.length === 0 ? `the workspace ${root} has no agents` : `name one with -n: ${known.join(', ')}`,
    ]);
  }
  const agent = agents.describe(id);
  return {
    key: source.kind === 'message' ? 'message' : path.relative(root, place).split(path.sep).join('/'),
    agentId: agent.id,
    ...(agent.path === undefined ? {} : { agentPath: agent.path }),
    ...(agent.connector === undefined ? {} : { connector: agent.connector }),
  };
}

function verdictOptions(options: TestOptions): Pick<RunOptions, 'gates' | 'exitCodes' | 'lastFailed' | 'resume'> {
  const { minAccuracy, thresholdMode, failOnFlaky } = options;
  const gates: Gates = {
    ...(minAccuracy === undefined ? {} : { minAccuracy }),
    ...(thresholdMode === undefined ? {} : { thresholdMode }),
    ...(failOnFlaky === undefined ? {} : { failOnFlaky }),
  };
  return {
    ...(Object.keys(gates).length === 0 ? {} : { gates }),
    ...(options.exitCodes === 'detailed' ? { exitCodes: options.exitCodes } : {}),
    ...(options.lastFailed === true ? { lastFailed: true } : {}),
    ...(options.resume === undefined ? {} : { resume: options.resume }),
  };
}

function selectionOf({ run, case: cases, tag }: TestOptions): { pattern?: string; cases?: string[]; tags?: string[] } {
  return {
    ...(run === undefined ? {} : { pattern: run }),
    ...(cases === undefined ? {} : { cases }),
    ...(tag === undefined ? {} : { tags: tag }),
  };
}
