import type { AgentRequest, AgentResponse, ReportedAnswerPartKind } from '../../ports/index.ts';
import type { Json } from '../../values/index.ts';
import type { AnswerPartSupport, ProtocolFeatures } from '../agent-type.ts';
import type { Connection } from './connection.ts';
import type { ProtocolAgentEntry } from './protocol-entry.ts';

/** Who answers the interrupts of an agent: the user or a function. */
export type InterruptPolicy = Extract<ProtocolAgentEntry, { interrupts: string }>['interrupts'];

/** An interrupt of an agent, and the data that its protocol needs to continue after it. */
export type OpenInterrupt = NonNullable<AgentResponse['interrupts']>[number] & {
  id: string;
  schema?: Json | undefined;
};

/** The answer to an open interrupt. */
export type InterruptAnswer =
  | { interrupt: OpenInterrupt; kind: 'approve' | 'reject' }
  | { interrupt: OpenInterrupt; kind: 'text'; text: string }
  | { interrupt: OpenInterrupt; kind: 'value'; value: Json };

/** The agent's output up to the end of its answer, or up to an interrupt that needs an answer. */
export type InterruptibleResponse = Omit<AgentResponse, 'interrupts'> & { interrupts: OpenInterrupt[] };

export type InterruptibleRequest = {
  request: AgentRequest;
  connection: Connection;
  /**
   * Answers to the interrupts of the previous round. With such answers, the agent continues and gets no new messages.
   */
  answers: readonly InterruptAnswer[] | undefined;
  /** The conversation id that the config entry sets. */
  session: string | undefined;
};

/** One conversation with an agent, with the state that its protocol needs. */
export type Conversation = {
  /** Sends the new messages of a request and reads the answer. */
  ask(roundRequest: InterruptibleRequest, signal: AbortSignal): Promise<InterruptibleResponse>;
};

/** Begins one conversation per session. */
export type Protocol = { begin(): Conversation };

/** A protocol for agents at a URL, with everything that differs from other protocols. */
export type ProtocolType<Entry extends ProtocolAgentEntry> = {
  create(entry: Entry): Protocol;
  signs: ProtocolFeatures;
  reports: Readonly<Record<ReportedAnswerPartKind, AnswerPartSupport>>;
  /** The options of a case that the protocol passes on. */
  options: readonly string[];
  /** True when agent and runner share a state, so that a case can have a state without mocks. */
  sharesState: boolean;
  /** True if the agent stores the conversation itself and receives only new messages. */
  keepsConversation: boolean;
};
