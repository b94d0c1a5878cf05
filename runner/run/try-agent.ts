import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { type AgentsHandle, createAgents } from '../agents/create-agents.ts';
import { type WorkspaceConfig, workspaceConfigSchema } from '../contract/index.ts';
import { systems } from '../extensions/registered/systems.ts';
import { toRelativePath } from '../scripts/relative-path.ts';
import { type JsonObject, mapStrings } from '../values/index.ts';
import { loadConfig } from '../workspace/load-config.ts';
import { createRedactor } from './redactor.ts';
import type { Terminal } from './terminal.ts';
import { findAgentInFile } from './try/find-in-file.ts';
import type { FoundAgent } from './try/found-agent.ts';
import { locateTarget, type TryTarget } from './try/locate-target.ts';
import { detectAgentAtUrl } from './try/probe-address.ts';
import { converseWithoutGoal } from './try/talk/converse.ts';
import { converseSeveralTimesByGoal, parseFacts, proposeGoalCases } from './try/talk/goal-conversations.ts';
import { createJsonTryInterface } from './try/talk/json-try-interface.ts';
import { createTerminalTryInterface } from './try/talk/terminal-try-interface.ts';
import type { TryInterface } from './try/talk/try-interface.ts';
import type { TurnWithAgent } from './try/talk/turn-with-agent.ts';
import {
  findFreeAgentId,
  proposeConversationSuite,
  requireEditableConfig,
  writeProposedSuite,
} from './try/write-suite.ts';
import { UsageError } from './usage-error.ts';

/** `target` is a URL, a file or a folder. */
export type TryRequest = {
  target: string;
  app?: string;
  name?: string;
  model?: string;
  export?: string;
  /** The JSON path to the text in the agent's answer, if the user gives it. */
  output?: string;
  /** True if a program provides the person's messages, as JSON Lines. */
  json?: boolean;
  /**
   * The goal of the built-in user in the conversation with the agent. If it is missing, a person talks to the agent.
   */
  goal?: string;
  /** The facts that the built-in user knows, each as `name=value`. */
  fact?: string[];
  /** True to ask the person no questions. Then facts without a value are unknown. */
  yes?: boolean;
};

/**
 * The suite that was written, and the id of its first run. `mayRun` is false if running it would call the agent again
 * without consent.
 */
export type TriedAgent = { root: string; suiteKey: string; runId: string; mayRun: boolean };

/**
 * Creates the first suite of an agent: detects the agent's protocol, lets a person talk to it, and writes that
 * conversation as a case. Adds missing agents to the config. Throws a `UsageError` if something is unclear.
 */
export async function tryAgent(request: TryRequest, terminal: Terminal, signal: AbortSignal): Promise<TriedAgent> {
  const { variables, cwd } = terminal;
  const workers = { cwd };
  const target = locateTarget(request, terminal);
  const { root } = target;
  requireEditableConfig(root);
  const { config } = await loadConfig({ root, variables });
  const workspaceAgents = createAgents({ root, config, variables, systems, workers });
  const agents = [workspaceAgents];
  const person = createTryInterface({ request, root }, terminal, signal);
  try {
    const foundAgent = await findAgent({ place: target, request, known: workspaceAgents }, terminal, signal);
    const facts = parseFacts(request.fact ?? []);
    const goal = request.goal ?? (Object.keys(facts).length === 0 ? await person.askGoal() : undefined);
    if (goal === undefined && request.fact !== undefined)
      throw new UsageError('--fact needs --goal: only the built-in user knows facts');
    person.showAgent(foundAgent.said, goal);
    const agentIds = workspaceAgents.list().map(({ id }) => id);
    const { id, added } = chooseAgentId(foundAgent, { config, agentIds, name: request.name });
    if (added !== undefined) {
      const { agents: entries } = workspaceConfigSchema.parse({ agents: { [id]: added } });
      agents.push(createAgents({ root, config: { ...config, agents: entries }, variables, systems, workers }));
    }
    const agentsHandle = agents.at(-1) ?? workspaceAgents;
    const agent = await agentsHandle.agent({ id }, signal);
    // Masks secrets that the person may have typed, so that they are not written to the suite.
    const redact = createRedactor({ ...terminal, extra: config.redact });
    const suite = { root, folder: chooseSuiteFolder(id, root), agent: { id, entry: added } };
    if (goal === undefined) {
      const turns = await converseWithoutGoal({ agent, person }, signal);
      if (turns.length === 0) throw new UsageError('there was no conversation, and nothing was written');
      const conversation = { turns: redactTurns(turns, redact), agentIds: [...agentIds, id] };
      const writtenSuite = await writeProposedSuite({
        ...suite,
        proposeCases: (name, key) => proposeConversationSuite(conversation, name, key),
      });
      person.showSuite(writtenSuite);
      return { root, suiteKey: writtenSuite.suiteKey, runId: uuidv7(), mayRun: true };
    }
    const session = await converseSeveralTimesByGoal(
      { agent, person, goal, facts, notRepeatable: agentsHandle.notRepeatable(id) },
      signal,
    );
    const conversations = mapStrings(session.talks, (text) => redact(text));
    const criterion = findJudgeCriterion(workspaceAgents, {
      goal: redact(goal),
      tested: agentsHandle.describe(id).connector,
    });
    const writtenSuite = await writeProposedSuite({
      ...suite,
      proposeCases: (name) => ({ cases: proposeGoalCases({ talks: conversations, id: name, criterion }) }),
    });
    const { leftOut, mayRun } = session;
    person.showSuite({ ...writtenSuite, unknown: conversations.at(-1)?.user.unknown ?? [], leftOut });
    return { root, suiteKey: writtenSuite.suiteKey, runId: uuidv7(), mayRun };
  } finally {
    person.close();
    await Promise.all(agents.map((each) => each.close()));
  }
}

type TryInterfaceOptions = { request: TryRequest; root: string };

function createTryInterface(
  { request, root }: TryInterfaceOptions,
  terminal: Terminal,
  signal: AbortSignal,
): TryInterface {
  const { json = false, yes = false } = request;
  return json
    ? createJsonTryInterface(terminal, { yes }, signal)
    : createTerminalTryInterface(terminal, { root, yes }, signal);
}

/**
 * Returns a criterion for the built-in judge; undefined if no model can be used as judge, or if the model's key is not
 * set.
 */
function findJudgeCriterion(
  agents: AgentsHandle,
  { goal, tested }: { goal: string; tested: string | undefined },
): string | undefined {
  const judge = agents.helper('judge', tested);
  const isUsable = 'connector' in judge && agents.connector(judge.connector)?.keyPresent !== false;
  return isUsable ? `The agent did what the user wants: ${goal}` : undefined;
}

/**
 * The suite is written into the agent's own folder or a folder with the agent's name, because the folder determines
 * which agent a suite tests.
 */
function chooseSuiteFolder(id: string, root: string): string {
  const ownFolder = systems.folders.below(root).get(id)?.dir;
  return ownFolder === undefined ? `tests/${id}` : path.posix.join(toRelativePath(root, ownFolder), 'tests');
}

function redactTurns(turns: readonly TurnWithAgent[], redact: (text: string) => string): TurnWithAgent[] {
  return turns.map(({ turn, input, response }) => ({
    turn,
    input: redact(input),
    response: { ...response, content: redact(response.content) },
  }));
}

type AgentSearchRequest = { place: TryTarget; request: TryRequest; known: AgentsHandle };

async function findAgent(
  { place: { kind, path: target, root }, request, known }: AgentSearchRequest,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<FoundAgent> {
  switch (kind) {
    case 'address':
      return detectAgentAtUrl({ url: target, model: request.model, output: request.output }, terminal, signal);
    case 'file':
      return findAgentInFile({ file: target, root, exportName: request.export }, terminal, signal);
    case 'folder':
      return findAgentInFolder({ folder: target, root, name: request.name }, known);
    default:
      return kind satisfies never;
  }
}

type AgentIdChoice = { config: WorkspaceConfig; agentIds: readonly string[]; name: string | undefined };

/** An existing config entry is reused unchanged; a new entry never gets the id of another agent. */
function chooseAgentId(
  foundAgent: FoundAgent,
  { config, agentIds, name }: AgentIdChoice,
): { id: string; added?: JsonObject } {
  if (foundAgent.kind === 'known') return { id: foundAgent.id };
  const { agents } = workspaceConfigSchema.parse({ agents: { [foundAgent.name]: foundAgent.entry } });
  const same = Object.entries(config.agents).find(([, other]) =>
    isDeepStrictEqual(other, agents[foundAgent.name]),
  )?.[0];
  if (same !== undefined && (name === undefined || name === same)) return { id: same };
  const id = findFreeAgentId(name ?? foundAgent.name, agentIds);
  if (name === undefined || id === name) return { id, added: foundAgent.entry };
  throw new UsageError(`another agent is called ${name}; choose another name with -n`);
}

type AgentFolderSearch = { folder: string; root: string; name: string | undefined };

/** Finds the agent in a folder, or the only agent of the workspace in it. Simulators are ignored. */
function findAgentInFolder({ folder, root, name }: AgentFolderSearch, agents: AgentsHandle): FoundAgent {
  const toKnownAgent = (id: string, description: string): FoundAgent => ({
    kind: 'known',
    id,
    root,
    said: description,
  });
  if (name !== undefined) return toKnownAgent(agents.describe(name).id, `Asks the agent ${name} of ${root}`);
  const agentOfFolder = systems.folders.above(path.join(folder, 'agent'), root)?.id;
  if (agentOfFolder !== undefined) return toKnownAgent(agentOfFolder, `Asks the agent ${agentOfFolder}`);
  const ids = agents.list().flatMap(({ id, type }) => (type === 'scripted' ? [] : id));
  const [onlyId, ...others] = ids;
  if (onlyId === undefined) {
    throw new UsageError(`${folder} has no agents`, [
      'Name the file of the agent, or its address: npx turntree try src/agent.ts, npx turntree try http://127.0.0.1:8000/chat',
    ]);
  }
  if (others.length === 0) return toKnownAgent(onlyId, `Asks the only agent of ${root}, ${onlyId}`);
  throw new UsageError(`${root} has several agents: name one with -n`, ids);
}
