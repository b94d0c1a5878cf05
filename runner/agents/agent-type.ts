import type { AgentEntry } from '../contract/index.ts';
import type { RecordReplayLayer } from '../models/cassette/record-replay-layer.ts';
import type { Connectors, Variables } from '../models/connectors.ts';
import type { LanguageModel } from '../models/language-model.ts';
import type { Agent, AnswerPathCollector, ReportedAnswerPartKind } from '../ports/index.ts';
import type { SessionIsolation } from '../scripts/worker/session-processes.ts';
import type { Json, JsonObject } from '../values/index.ts';
import type { AgentAddress } from './agent-address.ts';
import type { AgentDefinition } from './agent-definition.ts';
import type { AgentDiscovery } from './agent-format.ts';
import type { MocksListener } from './mcp/mocks-listener.ts';
import type { ToolServers } from './mcp/tool-servers.ts';
import type { TracedModule } from './module/module-agent.ts';
import type { SessionCleanup } from './session-cleanup.ts';
import type { TraceListener } from './telemetry/trace-listener.ts';

/**
 * Everything that differs between the agent types of the workspace config. `agent-types.ts` has one record per type.
 */
export type AgentType<Entry extends AgentEntry> = {
  /**
   * True when the agent calls a model of the workspace or receives one, so that another connector can replace this
   * model.
   */
  takesConnector: boolean;
  open(agent: AgentToOpen<Entry>, deps: OpenAgentDeps): Promise<Agent>;
  /** Throws when an agent with this config entry cannot work. Runs no code of the agent and sends no requests. */
  check(agent: ConfiguredAgent<Entry>, deps: AgentCheckDeps): void;
  address(entry: Entry, root: string): AgentAddress;
  /** The definition of the agent, without keys and header values. Throws for a part that cannot be read. */
  readDefinition(entry: Entry, workspace: DefinitionWorkspace): AgentDefinition;
  /**
   * For agents whose whole answers are recorded: the code and files that affect the answers. `undefined` when the
   * agent's definition already contains all of them.
   */
  filesAffectingAnswers(entry: Entry, root: string): Promise<unknown>;
  reports(entry: Entry): Readonly<Record<ReportedAnswerPartKind, AnswerPartSupport>>;
  /** Why the agent's tools must not be called again without explicit consent; `undefined` when they may. */
  notRepeatable(entry: Entry): string | undefined;
  /**
   * Why a conversation with the agent cannot be continued from the middle in a new session; `undefined` when it can.
   */
  notForkable(entry: Entry): string | undefined;
  /**
   * The features that identify the protocol of this agent type; needed only if servers with this protocol are easily
   * confused with others.
   */
  signs?: ProtocolFeatures;
};

export type ConfiguredAgent<Entry extends AgentEntry = AgentEntry> = { id: string; entry: Entry };

export type AgentToOpen<Entry extends AgentEntry = AgentEntry> = ConfiguredAgent<Entry> & {
  /** The connector to use instead of the agent's own. */
  connector: string | undefined;
};

/**
 * How an agent can report a part of its answer besides the text: `may` (in its answers, if it has the part), `path`
 * (only when its entry gives the path), `never` (its protocol has no place for the part). Agents never report the
 * state of a case, because the runner itself keeps it.
 */
export type AnswerPartSupport = 'may' | 'path' | 'never';

export type AgentCheckDeps = { root: string; variables: Variables; connectors: Connectors };

export type DefinitionWorkspace = { root: string; formats: readonly AgentDiscovery[] };

/** The dependencies that agents from the config share. */
export type AgentDeps = {
  root: string;
  variables: Variables;
  tape: RecordReplayLayer | undefined;
  /** The models of the workspace, with recording and replay. */
  connectors: Connectors;
  untaped: Connectors;
  moduleAt(file: string, isolate?: SessionIsolation, tape?: RecordReplayLayer): TracedModule;
  servers: ToolServers;
  mocks: MocksListener;
  traces: TraceListener | undefined;
  ends: SessionCleanup;
  paths: AnswerPathCollector;
  maxAnswer: number;
};

export type OpenAgentDeps = AgentDeps & {
  /**
   * Records and replays the whole answers of an agent that is a program, because the runner cannot see the model calls
   * inside the program.
   */
  recordWholeAnswers(open: () => Agent | Promise<Agent>): Promise<Agent>;
  /** Records and replays the answers of the agent's own model. */
  tapeModel(open: () => LanguageModel, model?: string): LanguageModel;
  protocolNames: ProtocolNames;
};

/** The features that identify one protocol among the others. */
export type ProtocolFeatures = {
  /**
   * True when the document is the first event of a stream in this protocol, or a whole answer in it. `type` is the
   * document's type; empty when it has none.
   */
  isFirst(type: string, document: JsonObject): boolean;
  /** Matches the error message of a server that expects this protocol. */
  complaint?: RegExp;
  /** The name of a header that every answer in this protocol has. */
  header?: string;
};

/**
 * Detects the protocol of a server. Each function returns the name of the protocol, or `undefined` when no protocol or
 * more than one matches.
 */
export type ProtocolNames = {
  /** Detects the protocol of a server from the first document of an answer. */
  byDocument(document: Json | undefined): string | undefined;
  byComplaint(complaint: string): string | undefined;
  byHeaders(headers: Headers): string | undefined;
};
