import type { AgentParts, WorkspaceConfig } from '../contract/index.ts';
import type { SharedCallLimit } from '../models/call-limiter.ts';
import { addRecordReplay } from '../models/cassette/record-connectors.ts';
import type { RecordReplayLayer } from '../models/cassette/record-replay-layer.ts';
import { type ConnectorSummary, type Connectors, createConnectors, type Variables } from '../models/connectors.ts';
import { chooseHelperModel, type HelperRole } from '../models/helper-model.ts';
import {
  type Agent,
  AgentError,
  type AgentProvider,
  type AgentReference,
  type AnswerPathCollector,
  createAnswerPathCollector,
  getAnswerLimit,
  requireAnswerWithinLimit,
} from '../ports/index.ts';
import type { IsolatedModuleOptions } from '../scripts/isolated-module.ts';
import type { ScriptEngine } from '../scripts/script-engine.ts';
import type { ProcessHandlers } from '../scripts/script-invoker.ts';
import { type AgentCatalog, type AgentSource, createAgentCatalog } from './agent-catalog.ts';
import type { AgentFinding } from './agent-finding.ts';
import type { AgentDiscovery, AgentIntegrations, DiscoveredAgent } from './agent-format.ts';
import { findAgentProblem } from './agent-problem.ts';
import type { AgentSummary } from './agent-summary.ts';
import type { AgentToOpen } from './agent-type.ts';
import { openBuiltInAgent, requireHelperConnector } from './built-in-agents.ts';
import { createMocksListener } from './mcp/mocks-listener.ts';
import { createToolServers } from './mcp/tool-servers.ts';
import { createModelAgent } from './model-agent.ts';
import { createModules, type ModuleWorkers } from './module/create-modules.ts';
import { inspectIsolation, inspectModule } from './module/load-module.ts';
import { requireModuleFile } from './module/open-module-agent.ts';
import { explainWhyNotForkable } from './not-forkable.ts';
import { findReasonNotRepeatable, type RepeatConditions } from './not-repeatable.ts';
import { openConfiguredAgent } from './open-entry.ts';
import { computeAgentPartDigests, computeModelDigest } from './read-agent-parts.ts';
import { computeRecordedAgentParts } from './recorded-agent-parts.ts';
import { createSessionCleanup, type SessionCleanup } from './session-cleanup.ts';
import { resolveConnectorOfSummary, summarizeAgent } from './summarize-agent.ts';
import { createTraceListener, type TraceListener } from './telemetry/trace-listener.ts';

export type AgentsHandle = AgentProvider & {
  /** Throws for an unknown agent. */
  describe(id: string): AgentSummary;
  /**
   * Returns the parts that define an agent, such as its prompt and tools, with its own connector or another one. Throws
   * for an unknown agent.
   */
  parts(id: string, connector?: string): AgentParts;
  /** Returns all agents; those that cannot be called have a reason. */
  list(): AgentSummary[];
  /** Returns the agents that were found in files of the workspace. */
  found(): DiscoveredAgent[];
  connectors(): ConnectorSummary[];
  /** Returns a connector of the workspace, or a model of a provider that needs no config entry. */
  connector(id: string): ConnectorSummary | undefined;
  /** Chooses the model for a built-in simulator, judge or similar helper, given the connector of the tested agent. */
  helper(role: HelperRole, tested?: string): ReturnType<typeof chooseHelperModel>;
  /** Returns why the agent's tools must not be called again without consent; undefined if they may be. */
  notRepeatable(id: string, how?: RepeatConditions): string | undefined;
  /** Returns why a conversation with the agent cannot continue from the middle; undefined if it can. */
  notForkable(id: string): string | undefined;
  /** Returns the problems in an agent's files without running its code. Throws for an unknown agent. */
  inspect(reference: AgentReference): Promise<AgentFinding[]>;
  /** Loads the module of an agent in a worker and returns why it is not a valid agent. */
  inspectModule(id: string, signal: AbortSignal): Promise<AgentFinding[]>;
  /** The engines that run the scripts of other agent systems. */
  engines: readonly ScriptEngine[];
  close(): Promise<void>;
};

export type AgentsOptions = {
  /** Absolute path of the workspace. */
  root: string;
  config: WorkspaceConfig;
  variables: Variables;
  systems: AgentIntegrations;
  /** Records and replays the answers of agents and models. */
  tape?: RecordReplayLayer;
  /** The functions that `runner.config.ts` registers for calls of `Process()`; none by default. */
  handlers?: ProcessHandlers;
  /** True if agents may run although parts that they declare are missing; false by default. */
  partial?: boolean | undefined;
  /** Replaces the system prompt of one agent. */
  prompt?: { agentId: string; system: string } | undefined;
  /** The share of each connector's rate limit that this process may use; all of it by default. */
  share?: SharedCallLimit | undefined;
  /** Settings of the workers of module agents, and whether they start before the first call. */
  workers?: Pick<IsolatedModuleOptions, 'cwd' | 'memoryMb' | 'pingMs' | 'startsEarly' | 'spare'>;
};

/**
 * Creates the agents of a workspace. An agent that cannot work, for example because a key is missing or its syntax is
 * invalid, causes an error only when it is requested.
 */
export function createAgents(options: AgentsOptions): AgentsHandle {
  const { root, config, variables, tape, systems, handlers = noHandlers, partial = false } = options;
  const untaped = createConnectors(options);
  const connectors = tape === undefined ? untaped : addRecordReplay(untaped, tape);
  const maxAnswer = getAnswerLimit(config);
  const chooseHelper: AgentsHandle['helper'] = (role, tested) =>
    chooseHelperModel({ role, config, connectors: untaped.list(), variables, tested });
  const servers = createToolServers({ root, variables, maxAnswer });
  const mocks = createMocksListener();
  const traces = createTraceListener({ variables, isRecorded: config.record_calls !== false });
  const [ends, paths] = [createSessionCleanup(), createAnswerPathCollector()];
  const modules = createModules({ ...options, maxAnswer, traces });
  /**
   * The opened agents by their id, then by connector. Nested maps, because this is read at every call, and building a
   * combined key would be slower.
   */
  const openAgents = new Map<string, Map<string | undefined, Promise<Agent>>>();

  function describeSource(source: AgentSource): AgentSummary {
    return resolveConnectorOfSummary(summarizeAgent(source, root), { connectors: untaped, variables });
  }

  function requireConnector(agentId: string): string {
    const { connector } = describeSource(catalog.find(agentId));
    if (connector !== undefined) return connector;
    throw new AgentError(`agent "${agentId}" has no model to use as a judge`, 'configuration');
  }

  // Async, so that for an unknown agent the promise rejects, as it does for an agent that cannot be opened.
  async function openAgent({ id, connector }: AgentReference): Promise<Agent> {
    const source = withPromptOverride(catalog.find(id), options.prompt);
    if (source.type === 'found') return source.agent.open(connector);
    if (source.type === 'model') return openModel(source, connectors.model(connector ?? source.connector));
    if (source.type === 'built_in') {
      const model = connectors.model(connector ?? requireHelperConnector(chooseHelper(source.role)));
      return openBuiltInAgent(source.role, model);
    }
    const deps = { connectors, untaped, moduleAt: modules.getModule, servers, mocks, traces, ends, paths, maxAnswer };
    const partsOf = createRecordedAgentPartsReader({ root, connectors: untaped, formats });
    return openConfiguredAgent({ ...source, connector }, { root, variables, tape, partsOf, ...deps });
  }

  const agents: AgentProvider = {
    ...createSessionControls({ modules, traces, ends, paths }),
    agent(reference) {
      const { id, connector } = reference;
      const existing = openAgents.get(id)?.get(connector);
      if (existing !== undefined) return existing;
      const agent = openAgent(reference).then((open) => withAnswerSizeLimit(open, maxAnswer));
      openAgents.set(id, (openAgents.get(id) ?? new Map()).set(connector, agent));
      return agent;
    },
  };
  const getNow = tape?.now ?? (() => new Date());
  const context = { root, variables, connectors, agents, connectorOf: requireConnector, maxAnswer, handlers };
  const formats = systems.agents.map((format): AgentDiscovery => {
    return format({ ...context, partial, now: getNow, sandbox: config.sandbox });
  });
  const catalog = createAgentCatalog({ config, formats });

  return {
    ...agents,
    notRepeatable: (id, how) => findReasonNotRepeatable(catalog.find(id), how),
    notForkable: (id) => explainWhyNotForkable(catalog.find(id)),
    describe: (id) => describeSource(catalog.find(id)),
    parts(id, connector) {
      const source = catalog.find(id);
      const connectorId = connector ?? describeSource(source).connector;
      return {
        ...computeAgentPartDigests(source, { root, formats }),
        ...(connectorId === undefined ? {} : computeModelDigest(untaped, connectorId)),
      };
    },
    list: () =>
      catalog.all().map((source) => {
        const problem = findAgentProblem(source, { root, variables, connectors: untaped });
        const summary = source.type === 'found' ? source.agent.listed() : summarizeAgent(source, root);
        return { ...resolveConnectorOfSummary(summary, { connectors: untaped, variables }), problem };
      }),
    ...createAgentInspectors(catalog, options),
    found: () => formats.flatMap((format) => format.list()),
    connectors: () => connectors.list(),
    connector: (id) => connectors.find(id),
    helper: chooseHelper,
    engines: formats.flatMap(({ scripts }) => scripts ?? []),
    async close() {
      await Promise.all([
        ...formats.map((format) => format.close?.()),
        ...[ends, modules, servers, mocks, traces].map((resource) => resource?.close()),
      ]);
    },
  };
}

/**
 * Creates a function that reads the parts of an agent, such as prompts, files and tools, for agents whose whole answers
 * are recorded.
 */
function createRecordedAgentPartsReader(workspace: {
  root: string;
  connectors: Connectors;
  formats: readonly AgentDiscovery[];
}) {
  const { root, connectors, formats } = workspace;
  return (agent: AgentToOpen): Promise<AgentParts> => {
    const { id, entry } = agent;
    const connector = agent.connector ?? (entry.type === 'module' ? entry.connector : undefined);
    const summary = connector === undefined ? undefined : connectors.find(connector);
    const model = connector === undefined ? undefined : { connector, model: summary?.model };
    return computeRecordedAgentParts({
      entry,
      root,
      parts: computeAgentPartDigests({ type: 'entry', id, entry }, { root, formats }),
      model,
    });
  };
}

function openModel({ id, system }: Extract<AgentSource, { type: 'model' }>, model: ReturnType<Connectors['model']>) {
  return createModelAgent(id, model, { system });
}

/** Replaces the system prompt of the agent that `prompt` names; other agents stay unchanged. */
function withPromptOverride(source: AgentSource, prompt: AgentsOptions['prompt']): AgentSource {
  if (prompt?.agentId !== source.id) return source;
  if (source.type === 'model') return { ...source, system: prompt.system };
  if (source.type !== 'entry' || source.entry.type !== 'openai') return source;
  return { ...source, entry: { ...source.entry, system: prompt.system } };
}

/**
 * Throws if an answer that was assembled in this process is too long. Answers from outside are already limited while
 * they are read.
 */
function withAnswerSizeLimit(agent: Agent, limit: number): Agent {
  const { id } = agent;
  const checkAnswerSize = (invoke: Agent['invoke']): Agent['invoke'] => {
    return async (request, signal) => {
      const answer = await invoke(request, signal);
      requireAnswerWithinLimit(answer, { id, limit });
      return answer;
    };
  };
  return {
    ...agent,
    invoke: checkAnswerSize(agent.invoke),
    openWindow(atOnce) {
      const window = agent.openWindow?.(atOnce);
      return window && { ...window, send: (...sent) => ({ invoke: checkAnswerSize(window.send(...sent).invoke) }) };
    },
  };
}

type SessionResources = {
  modules: Pick<ModuleWorkers, 'endSession'>;
  traces: TraceListener | undefined;
  ends: SessionCleanup;
  paths: AnswerPathCollector;
};

function createSessionControls({
  modules,
  traces,
  ends,
  paths,
}: SessionResources): Pick<AgentProvider, 'waitForLateReports' | 'endSession' | 'paths'> {
  return {
    paths: paths.list,
    waitForLateReports(sessionId, signal) {
      const exports = traces?.waitForExports(sessionId, signal);
      const cleanup = ends.closeSession(sessionId);
      return exports === undefined ? cleanup : Promise.all([exports, cleanup]).then(() => undefined);
    },
    endSession(sessionId) {
      traces?.endSession(sessionId);
      modules.endSession(sessionId);
    },
  };
}

function createAgentInspectors(
  catalog: AgentCatalog,
  { root, config, variables, systems, workers = {} }: AgentsOptions,
): Pick<AgentsHandle, 'inspect' | 'inspectModule'> {
  return {
    async inspect({ id, connector }) {
      const source = catalog.find(id);
      if (source.type === 'found') return (await source.agent.inspect?.(connector)) ?? [];
      const entry = config.agents[id];
      return entry?.type === 'module' ? inspectIsolation(entry, root) : [];
    },
    async inspectModule(id, signal) {
      const entry = config.agents[id];
      if (entry?.type !== 'module') return [];
      const module = { id, file: requireModuleFile({ id, entry }, root), exportName: entry.export };
      const { cwd, spare } = workers;
      return inspectModule({ ...module, root, variables, systems, cwd, spare }, signal);
    },
  };
}

const noHandlers: ProcessHandlers = {
  names: [],
  call: ({ key }) => Promise.reject(new AgentError(`there is no handler "${key}"`, 'configuration')),
};
