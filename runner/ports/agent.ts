import type {
  AgentOptions,
  Environment,
  Message,
  MessageContent,
  ToolCall,
  Turn,
  Usage,
  UsageByRole,
} from '../contract/index.ts';
import { findServiceError, type Json, type ServiceFailure } from '../values/index.ts';
import type { ReportFact } from './agent-fact.ts';
import type { ConfiguredAnswerPath } from './answer-paths.ts';
import type { ToolMocks } from './tool-mocks.ts';

/** Where a call in a run comes from; used in logs, sessions and recordings. */
export type AgentContext = {
  runId: string;
  suiteKey: string;
  caseId: string;
  attempt: number;
  turn: number;
  role: keyof UsageByRole;
  environment: Environment;
  /** The agents that wait for this answer, outermost first: each of them called the next one. */
  callers?: readonly string[];
  /** Receives facts while the agent answers; optional. */
  report?: ReportFact | undefined;
  /** True if model calls and traced calls are recorded. If false, data that only recordings need is not collected. */
  recordsCalls?: boolean;
  /** True if an observer reads the answer while it streams. */
  streams?: boolean;
  /** Calls a workspace function that decides for the simulated user, such as `scripts:bank.Decide`. */
  decide?: ((reference: string, values: Json[]) => Promise<Json>) | undefined;
};

/**
 * Returns the context for a call from one agent to another. The text of the called agent is not reported, because it is
 * not the text of the turn.
 */
export function createNestedContext(context: AgentContext, ...callers: string[]): AgentContext {
  const { report } = context;
  return {
    ...context,
    callers: [...(context.callers ?? []), ...callers],
    streams: false,
    report: report && ((fact) => (fact.type === 'text' ? undefined : report(fact))),
  };
}

export type AgentRequest = {
  messages: Message[];
  context: AgentContext;
  options: AgentOptions;
  /** The id of the session: the same for all turns of an attempt, different between attempts. */
  sessionId: string;
  /** Answers the agent's tool calls, if the case has mocks or a state. */
  mocks?: ToolMocks | undefined;
  /** The current `state` of the case, with all changes that the mocks have made. */
  state?: Json | undefined;
};

export type AgentResponse = {
  content: string;
  toolCalls: ToolCall[];
  next?: Json;
  usage?: Usage;
  /** True if the agent has ended the conversation. */
  endsConversation?: boolean;
  /** The interrupts at which the agent stopped. */
  interrupts?: NonNullable<Turn['interrupts']>;
  /** The current state that agent and client share, for protocols with such a state. */
  state?: Json;
};

/**
 * An agent: anything that answers messages. It throws an `AgentError`, or any other error, if it cannot answer, and
 * must stop when `signal` aborts.
 */
export interface Agent {
  readonly id: string;
  /**
   * Returns why the agent cannot be called with these options. Only agents that generate their own questions and need
   * no message have this method.
   */
  explainRefusal?(options: AgentOptions): string | undefined;
  invoke(request: AgentRequest, signal: AbortSignal): Promise<AgentResponse>;
  /**
   * Opens a call window, in which requests are sent before the agent may begin to answer them, so that the agent never
   * has to wait for the next request. The agent answers at most `parallelCalls` requests at a time. Returns undefined
   * if requests must be sent one by one.
   */
  openWindow?(parallelCalls: number): OrderedCallWindow | undefined;
}

/**
 * A window of calls to an agent. Their requests are sent ahead of time, and the agent begins them in the order of
 * sending.
 */
export type OrderedCallWindow = {
  send(request: SentRequest, events: CallWindowEvents): AgentWithSentRequest;
  /** Allows the next call to begin. Must be called after the caller has handled a call that ended without an answer. */
  resume(): void;
  /** Prevents any further call from beginning. */
  revoke(): void;
};

export type CallWindowEvents = {
  /** Called when the agent's code begins to handle the request. */
  onBegun(): void;
  /** Called when the call has ended. If it ended without an answer, no other call begins before `resume` is called. */
  onEnded(answered: boolean): void;
};

/** The parts of a request that are passed to the agent. */
export type SentRequest = Pick<AgentRequest, 'messages' | 'options' | 'sessionId'> & {
  context: Omit<AgentContext, 'report' | 'decide'>;
};

/** An agent to which one request was already sent. `invoke` must get the same request and returns the answer to it. */
export type AgentWithSentRequest = Pick<Agent, 'invoke'>;

/** `connector` overrides the connector of the agent. */
export type AgentReference = { id: string; connector?: string };

/** A part of an answer, other than its text, that an agent can report. */
export type ReportedAnswerPartKind = ConfiguredAnswerPath['part'];

/** Finds agents by id. Throws if the id or the connector of a reference is unknown. */
export interface AgentProvider {
  agent(reference: AgentReference, signal: AbortSignal): Promise<Agent>;
  /**
   * Resolves when late reports from the agents of this session and of nested sessions have arrived, or after a timeout.
   * Returns undefined if there are no reports to wait for.
   */
  waitForLateReports?(sessionId: string, signal: AbortSignal): Promise<void> | undefined;
  /** The values that the answers of tested agents contained at the paths configured in the agents' entries. */
  paths?(): readonly ConfiguredAnswerPath[];
  /**
   * Called when a session ends. Its nested sessions end with it: those whose id is this session's id followed by a
   * colon or a slash and a name.
   */
  endSession?(sessionId: string): void;
}

/** Reads `file://` attachments into message parts that models understand. Throws an error that names the path. */
export interface AttachmentReader {
  read(content: MessageContent, baseDir: string, signal: AbortSignal): Promise<MessageContent>;
}

/** The component that failed, as shown in the result. */
export type AgentErrorKind = 'agent' | 'model' | 'configuration';

/** An agent could not answer. The message is for the person who reads the result. */
export class AgentError extends Error {
  readonly kind: AgentErrorKind;
  /** How the called model or service failed; if not given, it is taken from `cause`. */
  readonly service: ServiceFailure | undefined;

  constructor(
    message: string,
    kind: AgentErrorKind,
    options: ErrorOptions & { service?: ServiceFailure | undefined } = {},
  ) {
    super(message, options);
    this.service = options.service ?? findServiceError(options.cause)?.failure;
    this.name = 'AgentError';
    this.kind = kind;
  }
}
