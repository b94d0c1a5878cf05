import path from 'node:path';
import { chooseAgentForFolder } from '../agents/agent-of-folder.ts';
import type { AgentsHandle } from '../agents/create-agents.ts';
import type { Suite } from '../contract/index.ts';
import type { SuiteCases } from '../engine/plan-run.ts';
import { isOutsideFolder } from '../scripts/stays-inside.ts';
import type { LoadedSuites, SuiteOrigin } from './load/loaded-suites.ts';
import type { LocatedRun } from './locate.ts';
import { UsageError } from './usage-error.ts';

type AgentSources = { located: LocatedRun; agents: AgentsHandle; agentIds: readonly string[] };

/** Gives every suite its agent. Throws an error that names all suites without an agent. */
export function chooseAgents(
  loaded: LoadedSuites['suites'],
  { located, agents }: Omit<AgentSources, 'agentIds'>,
): SuiteCases[] {
  const context = { located, agents, agentIds: agents.list().map(({ id }) => id) };
  const lost: string[] = [];
  const suites = loaded.flatMap((suite): SuiteCases[] => {
    const chosen = chooseAgentOfSuite(suite, context);
    if (chosen === undefined) lost.push(suite.baseDir);
    return chosen === undefined ? [] : [{ ...suite, suite: chosen }];
  });
  if (lost.length > 0) throw createNoAgentError(lost, context);
  return suites;
}

/**
 * Chooses the agent of a suite, in this order of precedence: the agent of `--name`, the agent that the suite names, the
 * agent whose folder contains the suite, the agent that a folder is named after, or the only agent.
 */
function chooseAgentOfSuite(
  { suite: { key, agentId, script, scorer }, baseDir }: SuiteCases<SuiteOrigin>,
  { located: { options, root, systems }, agents, agentIds }: AgentSources,
): Suite | undefined {
  if (options.name === undefined && scorer !== undefined) return { key, agentId: scorer };
  const id =
    options.name ??
    agentId ??
    systems.folders.above(path.join(baseDir, 'case'), root)?.id ??
    chooseAgentForFolder(baseDir, root, agentIds);
  if (id === undefined) return script === undefined ? undefined : { key, agentId: script };
  const agent = agents.describe(id);
  const parts = agents.parts(id, options.connector);
  return {
    key,
    agentId: agent.id,
    agentPath: agent.path,
    connector: agent.connector,
    ...(Object.keys(parts).length === 0 ? {} : { parts }),
  };
}

function describeSearchedFolder(folder: string, { root, systems }: LocatedRun): string[] {
  const { marks } = systems.folders;
  if (marks.length === 0) return [];
  const looked = `looked for ${marks.join(' or ')} in ${folder}`;
  if (folder === root) return [looked];
  return [`${looked} and above${isOutsideFolder(root, folder) ? '' : `, up to ${root}`}`];
}

function createNoAgentError(lost: readonly string[], { located, agentIds }: AgentSources): UsageError {
  const message = lost.length === 1 ? 'no agent found' : `no agent found for ${lost.length} suites`;
  if (agentIds.length === 0) {
    return new UsageError(message, [
      `${located.root} has no agents: add one with "turntree try <its address or file>"`,
      'or name the address of an agent with --url (in a program, pass it as "agent")',
    ]);
  }
  return new UsageError(message, [
    ...[...new Set(lost)].flatMap((folder) => describeSearchedFolder(folder, located)),
    `name one with -n: ${agentIds.join(', ')}`,
    `or put the cases in a folder with its name: tests/${agentIds[0]}/`,
  ]);
}
