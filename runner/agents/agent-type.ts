import type { AgentEntry } from '../contract/index.ts';
import type { Tape } from '../models/cassette/tape.ts';
import type { Connectors, Variables } from '../models/connectors.ts';
import type { LanguageModel } from '../models/language-model.ts';
import type { Agent, AnswerPaths, ReportedPart } from '../ports/index.ts';
import type { Isolation } from '../scripts/worker/session-lanes.ts';
import type { Json, JsonObject } from '../values/index.ts';
import type { AgentAddress } from './agent-address.ts';
import type { FoundAgents } from './agent-format.ts';
import type { AgentMakeup } from './agent-makeup.ts';
import type { MocksListener } from './mcp/mocks-listener.ts';
import type { ToolServers } from './mcp/tool-servers.ts';
import type { TracedModule } from './module/module-agent.ts';
import type { SessionEnds } from './session-ends.ts';
import type { TraceListener } from './telemetry/trace-listener.ts';

/**
 * All that distinguishes one type of agent of the workspace config from the others. Each type has a record of it in
 * `agent-types.ts`.
 */
export type AgentType<Entry extends AgentEntry> = {
  /** It asks a model of ours, or is given one: another connector can take the place of that model. */
  takesConnector: boolean;
  open(agent: AgentToOpen<Entry>, deps: OpenDeps): Promise<Agent>;
  /** Throws when the agent cannot work. No code of the agent runs, and nobody is called. */
  check(agent: ConfiguredAgent<Entry>, deps: CheckDeps): void;
  address(entry: Entry, root: string): AgentAddress;
  /** What the agent is made of, without keys and the values of headers. Throws for a part that cannot be read. */
  makeup(entry: Entry, workspace: MakeupWorkspace): AgentMakeup;
  /** The code and the files that answers depend on which are taped whole; `undefined` where the makeup has them all. */
  tapedFiles(entry: Entry, root: string): Promise<unknown>;
  reports(entry: Entry): Readonly<Record<ReportedPart, Reporting>>;
  /** Why the tools of the agent must not be called again without being asked to; `undefined` where they may. */
  notRepeatable(entry: Entry): string | undefined;
  /** The signs of its protocol, if it has one that others are mistaken for. */
  signs?: ProtocolSigns;
};

export type ConfiguredAgent<Entry extends AgentEntry = AgentEntry> = { id: string; entry: Entry };

export type AgentToOpen<Entry extends AgentEntry = AgentEntry> = ConfiguredAgent<Entry> & {
  /** The connector that the agent is put on instead of its own. */
  connector: string | undefined;
};

/**
 * How an agent reports a part beside its text: `may` (in its answers, where it has any), `path` (only once its entry says
 * at which path), `never` (its protocol has no place for it). The state of a case is the runner's own.
 */
export type Reporting = 'may' | 'path' | 'never';

export type CheckDeps = { root: string; variables: Variables; connectors: Connectors };

export type MakeupWorkspace = { root: string; formats: readonly FoundAgents[] };

/** The dependencies that agents from the config share. */
export type AgentDeps = {
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
};

export type OpenDeps = AgentDeps & {
  /** Tapes whole answers of an agent that is a program, which is not ours to look into. */
  tapeWhole(open: () => Agent | Promise<Agent>): Promise<Agent>;
  /** Tapes the answers of a model that the agent has of its own. */
  tapeModel(open: () => LanguageModel, model?: string): LanguageModel;
  protocolNames: ProtocolNames;
};

/** The signs of a protocol that none of the others has. */
export type ProtocolSigns = {
  /** The first event of a stream, or the document of an answer; `type` is empty where it has none. */
  isFirst(type: string, document: JsonObject): boolean;
  /** What a server complains about that wants to be asked in it. */
  complaint?: RegExp;
  /** A header that its answers have. */
  header?: string;
};

/** Each returns the protocol of a server, or `undefined` where its sign is none, or one of several protocols. */
export type ProtocolNames = {
  /** By the first document of an answer. */
  byDocument(document: Json | undefined): string | undefined;
  byComplaint(complaint: string): string | undefined;
  byHeaders(headers: Headers): string | undefined;
};
