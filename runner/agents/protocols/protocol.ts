import type { AgentRequest, AgentResponse, ReportedPart } from '../../ports/index.ts';
import type { Json } from '../../values/index.ts';
import type { ProtocolSigns, Reporting } from '../agent-type.ts';
import type { Connection } from './connection.ts';
import type { ProtocolAgentEntry } from './protocol-entry.ts';

/** Who answers what an agent stops for. */
export type InterruptPolicy = Extract<ProtocolAgentEntry, { interrupts: string }>['interrupts'];

/** Something that an agent stopped for, and what its protocol has to know to go on. */
export type OpenInterrupt = NonNullable<AgentResponse['interrupts']>[number] & {
  id: string;
  schema?: Json | undefined;
};

/** What an open interrupt is answered with. */
export type InterruptAnswer =
  | { interrupt: OpenInterrupt; kind: 'approve' | 'reject' }
  | { interrupt: OpenInterrupt; kind: 'text'; text: string }
  | { interrupt: OpenInterrupt; kind: 'value'; value: Json };

/** What an agent does until it is done, or stops for an answer. */
export type Round = Omit<AgentResponse, 'interrupts'> & { interrupts: OpenInterrupt[] };

export type RoundRequest = {
  request: AgentRequest;
  connection: Connection;
  /** The answers to what the round before it stopped for: the agent goes on, and is not asked anew. */
  answers: readonly InterruptAnswer[] | undefined;
  /** The name that the entry gives the conversation. */
  session: string | undefined;
};

/** One conversation with an agent, as its protocol keeps it. */
export type Conversation = {
  /** Asks what is new in a request, and reads the answer. */
  ask(asking: RoundRequest, signal: AbortSignal): Promise<Round>;
};

/** A protocol begins a conversation for every session. */
export type Protocol = { begin(): Conversation };

/** A protocol of agents at an address, with all that distinguishes it from the others. */
export type ProtocolType<Entry extends ProtocolAgentEntry> = {
  create(entry: Entry): Protocol;
  signs: ProtocolSigns;
  reports: Readonly<Record<ReportedPart, Reporting>>;
  /** The options of a case that it passes on. */
  options: readonly string[];
  /** Agent and client share a state: the state of a case needs no mocks. */
  sharesState: boolean;
};
