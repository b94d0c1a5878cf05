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
import { type Json, type ServiceFailure, serviceErrorIn } from '../values/index.ts';
import type { ReportFact } from './agent-fact.ts';
import type { AnswerPath } from './answer-paths.ts';
import type { MockDesk } from './mock-desk.ts';

/** The origin of a call in a run: for logs, sessions and recordings. */
export type AgentContext = {
  runId: string;
  suiteKey: string;
  caseId: string;
  attempt: number;
  turn: number;
  role: keyof UsageByRole;
  environment: Environment;
  /** The agents that wait for this answer because they asked for it, the outermost first. */
  callers?: readonly string[];
  /** Takes what becomes known while the agent answers; left out, nobody wants to know. */
  report?: ReportFact | undefined;
  /** Model calls, and those that traces tell of, are recorded; what only a record needs is not gathered otherwise. */
  recordsCalls?: boolean;
  /** Somebody reads the answer while it comes. */
  streams?: boolean;
  /** Calls a function of the workspace that decides for its user: `scripts:bank.Decide`. */
  decide?: ((reference: string, values: Json[]) => Promise<Json>) | undefined;
};

/** The context of a question that an agent asks another one: the text of that answer is not the text of the turn. */
export function nestedContext(context: AgentContext, ...callers: string[]): AgentContext {
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
  /** The same for all turns of an attempt, different between attempts. */
  sessionId: string;
  /** Answers the agent's tool calls, where the case has mocks or a state. */
  mocks?: MockDesk | undefined;
  /** The state of the case as it is now, where it has one. */
  state?: Json | undefined;
};

export type AgentResponse = {
  content: string;
  toolCalls: ToolCall[];
  next?: Json;
  usage?: Usage;
  /** The agent has ended the conversation. */
  ended?: boolean;
  /** What the agent stopped for. */
  interrupts?: NonNullable<Turn['interrupts']>;
  /** The state that the agent and its user share, as it is now, of a protocol that has one. */
  state?: Json;
};

/** Whatever answers messages. Throws an `AgentError` (or anything) when it cannot; must stop when `signal` aborts. */
export interface Agent {
  readonly id: string;
  /** Why it cannot be asked with these options. An agent that has this asks questions of its own: it needs no message. */
  refusal?(options: AgentOptions): string | undefined;
  invoke(request: AgentRequest, signal: AbortSignal): Promise<AgentResponse>;
}

/** `connector` overrides the agent's own. */
export type AgentReference = { id: string; connector?: string };

/** What an agent may tell of an answer beside its text. */
export type ReportedPart = AnswerPath['part'];

/** Finds agents by id; unknown ids and connectors throw. */
export interface AgentProvider {
  agent(reference: AgentReference, signal: AbortSignal): Promise<Agent>;
  /**
   * Resolves when what the agents of this session and of those inside it have to tell late has been heard, or when that
   * takes too long. Returns nothing where there is nothing to wait for.
   */
  settled?(sessionId: string, signal: AbortSignal): Promise<void> | undefined;
  /** What the answers of agents that were tested had at the paths of their entries. */
  paths?(): readonly AnswerPath[];
  /** Called when a session ends, and all sessions whose id begins with it and a colon or a slash. */
  sessionOver?(sessionId: string): void;
}

/** Reads `file://` attachments into the parts that models understand. Throws naming the path. */
export interface AttachmentReader {
  read(content: MessageContent, baseDir: string, signal: AbortSignal): Promise<MessageContent>;
}

/** The kind of machinery that failed, for the reader of the result. */
export type AgentErrorKind = 'agent' | 'model' | 'configuration';

/** An agent that could not answer; the message is for the person who reads the result. */
export class AgentError extends Error {
  readonly kind: AgentErrorKind;
  /** How the model or service failed that was asked; by its cause, unless that is said. */
  readonly service: ServiceFailure | undefined;

  constructor(
    message: string,
    kind: AgentErrorKind,
    options: ErrorOptions & { service?: ServiceFailure | undefined } = {},
  ) {
    super(message, options);
    this.service = options.service ?? serviceErrorIn(options.cause)?.failure;
    this.name = 'AgentError';
    this.kind = kind;
  }
}
