import type { AgentRequest, AgentResponse, ReportedAnswerPartKind } from '../../ports/index.ts';
import type { Json } from '../../values/index.ts';
import type { AnswerPartSupport, ProtocolFeatures } from '../agent-type.ts';
import type { Connection } from './connection.ts';
import type { ProtocolAgentEntry } from './protocol-entry.ts';

/** How the interrupts of an agent are answered: by the user, always with yes or no, or by a function. */
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

/** The output of an agent until its answer is complete, or until an interrupt must be answered. */
export type InterruptibleResponse = Omit<AgentResponse, 'interrupts'> & { interrupts: OpenInterrupt[] };

export type InterruptibleRequest = {
  request: AgentRequest;
  connection: Connection;
  /** Answers to the interrupts of the previous round. If set, the agent continues, and no new messages are sent. */
  answers: readonly InterruptAnswer[] | undefined;
  /** The conversation id in the config, if there is one. */
  session: string | undefined;
};

/** One conversation with an agent, including the state that the protocol needs. */
export type Conversation = {
  /** Sends the new messages of a request and reads the answer. */
  ask(roundRequest: InterruptibleRequest, signal: AbortSignal): Promise<InterruptibleResponse>;
};

/** Creates a conversation for each session. */
export type Protocol = { begin(): Conversation };

/** The part of a protocol that differs from other protocols. */
export type ProtocolType<Entry extends ProtocolAgentEntry> = {
  create(entry: Entry): Protocol;
  signs: ProtocolFeatures;
  reports: Readonly<Record<ReportedAnswerPartKind, AnswerPartSupport>>;
  /** The names of the case options that the protocol passes to the agent. */
  options: readonly string[];
  /** True if the agent and the runner share a state. Then a case can set a state without mocks. */
  sharesState: boolean;
  /** True if the agent stores the conversation and expects only new messages. */
  keepsConversation: boolean;
};
