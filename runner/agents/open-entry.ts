import type { AgentParts } from '../contract/index.ts';
import type { Tape } from '../models/cassette/tape.ts';
import { tapedModel } from '../models/cassette/taped-connectors.ts';
import type { Connectors, Variables } from '../models/connectors.ts';
import type { LanguageModel } from '../models/language-model.ts';
import { recordedModel } from '../models/recorded-model.ts';
import { createScriptedModel } from '../models/scripted-model.ts';
import { type Agent, AgentError, type AnswerPaths } from '../ports/index.ts';
import type { Isolation } from '../scripts/worker/session-lanes.ts';
import type { AgentSource } from './agent-catalog.ts';
import { createCommandAgent } from './command/command-agent.ts';
import { createHttpAgent } from './http/http-agent.ts';
import type { MocksListener } from './mcp/mocks-listener.ts';
import type { ToolServers } from './mcp/tool-servers.ts';
import { createModelAgent } from './model-agent.ts';
import type { TracedModule } from './module/module-agent.ts';
import { openModuleAgent } from './module/open-module-agent.ts';
import { modelOfEntry } from './openai/model-of-entry.ts';
import { serversOfEntry } from './openai/servers-of-entry.ts';
import { createAcpAgent } from './protocols/acp/acp-agent.ts';
import { openProtocolAgent } from './protocols/open-protocol-agent.ts';
import { createReplayAgent } from './replay/replay-agent.ts';
import type { SessionEnds } from './session-ends.ts';
import { takesConnector } from './takes-connector.ts';
import { tapeAgent } from './taped-agent.ts';
import type { TraceListener } from './telemetry/trace-listener.ts';

export type EntrySource = Extract<AgentSource, { type: 'entry' }>;

/** The dependencies of agents from the config. */
export type EntryParts = {
  root: string;
  variables: Variables;
  tape: Tape | undefined;
  /** The models of the workspace, behind the tape. */
  connectors: Connectors;
  untaped: Connectors;
  moduleAt(file: string, isolate?: Isolation, tape?: Tape): TracedModule;
  servers: ToolServers;
  mocks: MocksListener;
  traces: TraceListener | undefined;
  ends: SessionEnds;
  paths: AnswerPaths;
  maxAnswer: number;
  /** Digests of what the answers of an agent depend on that is taped whole. */
  partsOf(source: EntrySource & { connector: string | undefined }): Promise<AgentParts>;
};

/** An agent that the workspace config describes. */
export async function openEntry(
  source: EntrySource & { connector: string | undefined },
  { root, variables, tape, connectors, untaped, moduleAt, maxAnswer, ...shared }: EntryParts,
): Promise<Agent> {
  const { id, entry, connector } = source;
  if (connector !== undefined && !takesConnector(entry)) {
    throw new AgentError(
      `agent "${id}" is of type ${entry.type}: it has no connector, and cannot be put on "${connector}"`,
      'configuration',
    );
  }
  // A prompt and a module are taped by the answers of their models, a program that is not ours to look into whole.
  const tapedOr = async (open: () => Agent | Promise<Agent>) => {
    if (tape === undefined) return open();
    return tapeAgent({ id, tape, parts: await shared.partsOf(source) }, open);
  };
  const ownModel = (open: () => LanguageModel, model?: string) =>
    tape === undefined ? open() : tapedModel({ id, tape, model, open });
  const chosen = connector === undefined ? undefined : () => connectors.model(connector);
  switch (entry.type) {
    case 'scripted':
      return createModelAgent(id, chosen?.() ?? ownModel(() => createScriptedModel(id, entry.rules)));
    case 'openai': {
      const { system, options, tools = [] } = entry;
      const servers = await Promise.all(serversOfEntry({ id, entry, variables }).map(shared.servers.open));
      const makeup = { system, options, tools, servers };
      if (servers.length === 0) {
        const own = () => ownModel(() => modelOfEntry({ id, entry, variables, maxAnswer }), entry.model);
        const model = chosen?.() ?? recordedModel(entry.model, own());
        return createModelAgent(id, model, makeup);
      }
      // What servers answer is no answer of a model: with them the agent is taped whole.
      return tapedOr(() => {
        const own = () => recordedModel(entry.model, modelOfEntry({ id, entry, variables, maxAnswer }));
        const model = connector === undefined ? own() : untaped.model(connector);
        return createModelAgent(id, model, makeup);
      });
    }
    case 'http':
      return tapedOr(() => createHttpAgent({ id, entry, variables, maxAnswer }, shared));
    case 'openai-chat':
    case 'openai-responses':
    case 'ai-sdk-ui':
    case 'ag-ui':
    case 'a2a':
    case 'langgraph':
    case 'yao':
      return tapedOr(() => openProtocolAgent({ id, entry, variables, maxAnswer }, shared));
    case 'acp':
      return tapedOr(() => createAcpAgent({ id, entry, root, variables, maxAnswer }, shared));
    case 'command':
      return tapedOr(() => createCommandAgent({ id, entry, root, variables, maxAnswer }, shared));
    case 'replay':
      return createReplayAgent({ id, entry, root });
    case 'module': {
      const whole = () => openModuleAgent({ id, entry, connector }, { root, variables, connectors: untaped, moduleAt });
      if (tape === undefined || entry.record === 'answers') return tapedOr(whole);
      return openModuleAgent({ id, entry, connector }, { root, variables, connectors, moduleAt, tape });
    }
    default:
      return entry satisfies never;
  }
}
