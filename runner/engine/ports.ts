import type {
  AgentOptions,
  Assertion,
  AssertionResult,
  ComparedSide,
  Environment,
  Json,
  JsonObject,
  Message,
  MessageContent,
  PlannedCase,
  RunEvent,
  RunEventBody,
  RunState,
  ToolCall,
  Usage,
  UsageRole,
} from '../contract/index.ts';

/** Where in a run a call is made: for logs, sessions and recordings. */
export type AgentContext = {
  runId: string;
  suiteKey: string;
  caseId: string;
  attempt: number;
  turn: number;
  role: UsageRole;
  environment: Environment;
  /** The agents that wait for this answer because they asked for it, the outermost first. */
  callers?: readonly string[];
  /** Told what a call is held up by besides the answer, and `undefined` when it goes on: a timeout then says so. */
  waiting?: (reason: string | undefined) => void;
  /** Told when a call is stopped in the middle: the line of the user's code that it hangs in, if it does. */
  hung?: (line: Promise<string | undefined>) => void;
  /** Told what a person has to know about this attempt; it is kept with the result. */
  warn?: (text: string) => void;
  /** Told what every model call spent, when it ends or is broken off: that is counted if no answer of the agent comes. */
  spent?: (usage: Usage) => void;
};

export type AgentRequest = {
  messages: Message[];
  context: AgentContext;
  options: AgentOptions;
  /** The same for all turns of an attempt, different between attempts. */
  sessionId: string;
  /** Lines that an agent writes while it answers; they become `log.written` events. */
  log?: (source: string, text: string) => void;
};

export type AgentResponse = {
  content: string;
  toolCalls: ToolCall[];
  next?: Json;
  usage?: Usage;
  raw?: Json;
};

/** Whatever answers messages. Throws an `AgentError` (or anything) when it cannot; must stop when `signal` aborts. */
export interface Agent {
  readonly id: string;
  invoke(request: AgentRequest, signal: AbortSignal): Promise<AgentResponse>;
}

/** Finds agents by id. `connector` overrides the agent's own; unknown ids and connectors throw. */
export interface AgentProvider {
  agent(reference: { id: string; connector?: string }, signal: AbortSignal): Promise<Agent>;
}

/** What a script may want of the run while it works. */
export type ScriptServices = {
  /** A line that was printed, and by what: `hook before`, `script checks.Polite`. */
  log(source: string, text: string): void;
  /** Told when a call is stopped in the middle: the line of the script that it hangs in, if it does. */
  hung?(line: Promise<string | undefined>): void;
  /** Asks an agent of the workspace; what it spends is counted with the attempt. */
  askAgent(question: ScriptAgentQuestion): Promise<AgentResponse>;
};

export type ScriptAgentQuestion = { agentId: string; messages: Message[]; options: AgentOptions };

export type HookCall = {
  reference: string;
  scope: 'run' | 'case';
  phase: 'before' | 'after';
  baseDir: string;
  agentId: string;
  arguments: Json[];
  services?: ScriptServices;
};

export type ScriptCall = {
  reference: string;
  baseDir: string;
  agentId: string;
  arguments: Json[];
  services?: ScriptServices;
};

/** A call of a test function; what it checks and writes is told as it happens. */
export type TestCall = {
  /** The file below the workspace. */
  module: string;
  functionName: string;
  baseDir: string;
  agentId: string;
  context: Json;
  services?: ScriptServices;
  onAssertion(result: AssertionResult): void;
  onLog(source: string, text: string): void;
  /** Makes a check that the function itself cannot make: it asks a validator agent, or reads a path or a pattern. */
  judge(assertion: Assertion, output: Json): Promise<AssertionResult>;
};

/** How a test function ended; what it found wrong was told before. */
export type TestEnding = { type: 'returned' } | { type: 'skipped'; reason: string };

/** Runs the user's TypeScript: hooks, script assertions, tests. Throws with the user's message and source line. */
export interface ScriptHost {
  runHook(call: HookCall, signal: AbortSignal): Promise<Json>;
  runFunction(call: ScriptCall, signal: AbortSignal): Promise<Json>;
  runTest(call: TestCall, signal: AbortSignal): Promise<TestEnding>;
}

/** Reads `file://` attachments into the parts that models understand. Throws naming the path. */
export interface AttachmentReader {
  read(content: MessageContent, baseDir: string, signal: AbortSignal): Promise<MessageContent>;
}

/** What a scorer looks at. */
export type ScoreQuestion = {
  input: string;
  output: string;
  groundTruth: string;
  expectedOutput: string;
  caseId: string;
  tags: readonly string[];
  metadata: JsonObject;
  toolCalls: readonly ToolCall[];
  /** Nobody was asked: the output is what the row expects. */
  direct: boolean;
};

export type ScorerAnswer = { score: number; reason?: string };

export type ScorerCall = { scorer: string; question: ScoreQuestion; services?: ScriptServices };

/** Asks scorers by name. Throws with the user's message and source line, and for a score that is no finite number. */
export interface ScorerHost {
  score(call: ScorerCall, signal: AbortSignal): Promise<ScorerAnswer>;
}

/** Fills a template of a consistency test. Throws with the place in the template. */
export type RenderTemplate = (template: string, values: JsonObject) => string;

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Milliseconds with fractions, monotonic. */
  elapsed(): number;
  /** Calls back once after `ms`; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** Sees every event, in order. A throwing observer disturbs nobody. */
export interface RunObserver {
  readonly name: string;
  onEvent(event: RunEvent): void;
}

/** What is known of attempts from a run that this one takes up again. */
export interface EarlierAttempts {
  /** The events of a complete attempt, from its start to its end. */
  find(planned: PlannedCase, attempt: number): readonly RunEventBody[] | undefined;
}

export type RunnerPorts = {
  agents: AgentProvider;
  scripts: ScriptHost;
  attachments: AttachmentReader;
  clock: Clock;
  observers: readonly RunObserver[];
  /** Missing where no case needs any. */
  scorers?: ScorerHost;
  render?: RenderTemplate;
  earlier?: EarlierAttempts;
  /** The run that a run is compared with, looked for when it is over. */
  baseline?: (run: RunState) => ComparedSide | undefined;
  /** Masks secrets in every text of an event, before anybody sees it. */
  redact?: (text: string) => string;
  /** Told once per observer that threw. */
  onObserverError: (observer: string, error: unknown) => void;
};

/** What kind of machinery failed, for whoever reads the result. */
export type AgentErrorKind = 'agent' | 'model' | 'configuration';

/** An agent that could not answer; the message is for the person who reads the result. */
export class AgentError extends Error {
  readonly kind: AgentErrorKind;

  constructor(message: string, kind: AgentErrorKind, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AgentError';
    this.kind = kind;
  }
}
