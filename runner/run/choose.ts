import path from 'node:path';
import { chooseAgentForFolder } from '../agents/agent-of-folder.ts';
import type { AgentsHandle } from '../agents/create-agents.ts';
import type { Suite } from '../contract/index.ts';
import type { SuiteCases } from '../engine/plan-run.ts';
import { isOutsideFolder } from '../scripts/folder-containment.ts';
import type { LoadedSuites, SuiteOrigin } from './load/loaded-suites.ts';
import type { LocatedRun } from './locate.ts';
import { UsageError } from './usage-error.ts';

type AgentChoiceContext = { located: LocatedRun; agents: AgentsHandle; agentIds: readonly string[] };

/** Gives every suite its agent. Throws an error that names all suites without an agent. */
export function chooseAgents(
  loadedSuites: LoadedSuites['suites'],
  { located, agents }: Omit<AgentChoiceContext, 'agentIds'>,
): SuiteCases[] {
  const context = { located, agents, agentIds: agents.list().map(({ id }) => id) };
  const unknownAgents: string[] = [];
  const suites = loadedSuites.flatMap((suite): SuiteCases[] => {
    const chosenAgent = chooseAgentOfSuite(suite, context);
    if (chosenAgent === undefined) unknownAgents.push(suite.baseDir);
    return chosenAgent === undefined ? [] : [{ ...suite, suite: chosenAgent }];
  });
  if (unknownAgents.length > 0) throw createNoAgentError(unknownAgents, context);
  return suites;
}

/**
 * Chooses the agent of a suite, in this order of precedence: the agent of `--name`, the agent that the suite names, the
 * agent whose folder contains the suite, the agent that a folder is named after, or the only agent.
 */
function chooseAgentOfSuite(
  { suite: { key, agentId, script, scorer }, baseDir }: SuiteCases<SuiteOrigin>,
  { located: { options, root, systems }, agents, agentIds }: AgentChoiceContext,
): Suite | undefined {
  if (options.name === undefined && scorer !== undefined) return { key, agentId: scorer };
  const id =
    options.name ??
    agentId ??
    systems.folders.above(path.join(baseDir, 'case'), root)?.id ??
    chooseAgentForFolder(baseDir, root, agentIds);
  if (id === undefined) return script === undefined ? undefined : { key, agentId: script };
  const agent = agents.describe(id);
  const agentParts = agents.parts(id, options.connector);
  return {
    key,
    agentId: agent.id,
    agentPath: agent.path,
    connector: agent.connector,
    ...(Object.keys(agentParts).length === 0 ? {} : { parts: agentParts }),
  };
}

function describeSearchedFolder(folder: string, { root, systems }: LocatedRun): string[] {
  const { marks } = systems.folders;
  if (marks.length === 0) return [];
  const looked = `looked for ${marks.join(' or ')} in ${folder}`;
  if (folder === root) return [looked];
  return [`${looked} and above${isOutsideFolder(root, folder) ? '' : `, up to ${root}`}`];
}

function createNoAgentError(unknownAgents: readonly string[], { located, agentIds }: AgentChoiceContext): UsageError {
  const message = unknownAgents.length === 1 ? 'no agent found' : `no agent found for ${unknownAgents.length} suites`;
  if (agentIds.length === 0) {
    return new UsageError(message, [
      `${located.root} has no agents: add one with "turntree try <its address or file>"`,
      'or name the address of an agent with --url (in a program, pass it as "agent")',
    ]);
  }
  return new UsageError(message, [
    ...[...new Set(unknownAgents)].flatMap((folder) => describeSearchedFolder(folder, located)),
    `name one with -n: ${agentIds.join(', ')}`,
    `or put the cases in a folder with its name: tests/${agentIds[0]}/`,
  ]);
}
