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

/** Everything that depends on the type of an agent in the workspace config. `agent-types.ts` lists all types. */
export type AgentType<Entry extends AgentEntry> = {
  /** True if the agent uses a model of the workspace, so that another connector can be chosen for it. */
  takesConnector: boolean;
  open(agent: AgentToOpen<Entry>, deps: OpenAgentDeps): Promise<Agent>;
  /** Throws if an agent with this config entry cannot work. Runs no code of the agent and sends no requests. */
  check(agent: ConfiguredAgent<Entry>, deps: AgentCheckDeps): void;
  address(entry: Entry, root: string): AgentAddress;
  /** Returns the definition of the agent, without keys and header values. Throws if a part cannot be read. */
  readDefinition(entry: Entry, workspace: DefinitionWorkspace): AgentDefinition;
  /**
   * Returns the code and files that affect the answers, for agents whose whole answers are recorded; undefined if the
   * agent's definition already contains them.
   */
  filesAffectingAnswers(entry: Entry, root: string): Promise<unknown>;
  reports(entry: Entry): Readonly<Record<ReportedAnswerPartKind, AnswerPartSupport>>;
  /** Returns why the agent's tools must not be called again without explicit consent; undefined if they may be. */
  notRepeatable(entry: Entry): string | undefined;
  /**
   * Returns why a conversation with the agent cannot be continued from the middle in a new session; undefined if it
   * can.
   */
  notForkable(entry: Entry): string | undefined;
  /**
   * How answers in the protocol of this agent type can be recognized. Needed only if the protocol is easily confused
   * with others.
   */
  signs?: ProtocolFeatures;
};

export type ConfiguredAgent<Entry extends AgentEntry = AgentEntry> = { id: string; entry: Entry };

export type AgentToOpen<Entry extends AgentEntry = AgentEntry> = ConfiguredAgent<Entry> & {
  /** The connector to use instead of the agent's own. */
  connector: string | undefined;
};

/**
 * Whether an agent can report a part of its answer besides the text, such as tool calls: `may` (always possible),
 * `path` (only if the config contains the path to the part), or `never` (impossible in its protocol). The state of a
 * case is not among these parts, because the runner itself keeps it.
 */
export type AnswerPartSupport = 'may' | 'path' | 'never';

export type AgentCheckDeps = { root: string; variables: Variables; connectors: Connectors };

export type DefinitionWorkspace = { root: string; formats: readonly AgentDiscovery[] };

/** What all agents of the config share. */
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
   * Records and replays the whole answers of an agent. Used for programs, because the runner cannot see their model
   * calls.
   */
  recordWholeAnswers(open: () => Agent | Promise<Agent>): Promise<Agent>;
  /** Records and replays the answers of a model that only this agent uses. */
  tapeModel(open: () => LanguageModel, model?: string): LanguageModel;
  protocolNames: ProtocolNames;
};

/** How answers in a protocol can be recognized. */
export type ProtocolFeatures = {
  /**
   * Returns true if the document is a whole answer in this protocol, or the first event of a streamed one. `type` is
   * the document's type; empty if it has none.
   */
  isFirst(type: string, document: JsonObject): boolean;
  /** Matches the error message with which a server of this protocol rejects other requests. */
  complaint?: RegExp;
  /** The name of a header that all answers in this protocol have. */
  header?: string;
};

/**
 * Recognizes protocols. Each function returns the name of the protocol, or undefined if no protocol or several match.
 */
export type ProtocolNames = {
  /** Recognizes the protocol by the first document of an answer. */
  byDocument(document: Json | undefined): string | undefined;
  byComplaint(complaint: string): string | undefined;
  byHeaders(headers: Headers): string | undefined;
};
