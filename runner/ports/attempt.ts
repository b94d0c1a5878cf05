import type {
  CaseKind,
  CaseResult,
  Fault,
  Message,
  Phase,
  PlannedCase,
  ResultByKind,
  RunEventBody,
  Usage,
  UsageByRole,
  UsageRole,
} from '../contract/index.ts';
import type { AgentContext, AgentRequest, AgentResponse, ModelCall } from './agent.ts';
import type { Deadline } from './deadline.ts';
import type { RunnerPorts } from './runner-ports.ts';
import type { ScriptServices } from './script.ts';

type WithoutAddress<Body> = Body extends RunEventBody ? Omit<Body, 'suiteKey' | 'caseId' | 'attempt'> : never;
/** An event of this attempt, without saying which attempt. */
export type AttemptEventBody = WithoutAddress<Extract<RunEventBody, { caseId?: string | undefined }>>;

type Known = 'id' | 'kind' | 'attempt' | 'startedAt' | 'durationMs';

/** What a kind of case found out about an attempt; the engine adds who, when and how long. */
export type Outcome<Kind extends CaseKind = CaseKind> = Pick<CaseResult, 'status'> &
  Partial<Omit<ResultByKind[Kind], Known | 'status'>>;

/** The findings so far; they survive when the attempt is stopped in the middle. */
export type Progress = Partial<Omit<CaseResult, Known | 'status'>>;

/** A tool that is called in a turn. */
export type StartedTool = Pick<
  Extract<RunEventBody, { type: 'tool.started' }>,
  'turn' | 'server' | 'tool' | 'arguments'
>;

/** A call of an agent on behalf of an attempt. */
export type AgentCall = {
  role: UsageRole;
  phase: Phase;
  turn: number;
  agentId: string;
  connector?: string | undefined;
  messages: Message[];
  options: AgentRequest['options'];
  sessionId: string;
  /** Told of every model call that is made for the answer, recorded or not. */
  onModelCall?: (call: ModelCall) => void;
  /** Answers its tool calls. */
  mocks?: AgentRequest['mocks'];
  state?: AgentRequest['state'];
};

/** What a kind of case works with: one attempt of one case. */
export type AttemptContext = {
  readonly runId: string;
  readonly planned: PlannedCase;
  readonly attempt: number;
  readonly sessionId: string;
  readonly ports: RunnerPorts;
  readonly deadline: Deadline;
  emit(body: AttemptEventBody): void;
  /** Asks an agent under the attempt's deadline; what it spends is counted, what it logs becomes events. */
  ask(call: AgentCall): Promise<AgentResponse>;
  /** What scripts may want of the attempt: their lines become its events, their agents answer under its deadline. */
  services(turn: number): ScriptServices;
  /** The same attempt under a deadline of its own, in a session of its own; spending and warnings are the attempt's. */
  within(call: { deadline: Deadline; session: string }): AttemptContext;
  spend(role: UsageRole, usage: Usage | undefined): void;
  usage(): UsageByRole;
  record(progress: Progress): void;
  progress(): Progress;
  /** The reason the attempt is held up, reported by the caller; `undefined` when it goes on. */
  waiting(reason: string | undefined): void;
  /** Reports a line that may soon be known about a stopped call. */
  hung(line: Promise<string | undefined>): void;
  /** Waits until that is known, so that `timeoutText` says it. */
  hangKnown(): Promise<void>;
  /** Answers whom to tell of the model calls that an agent makes; nobody where calls are not recorded. */
  called(by: { role: UsageRole; turn: number; agentId: string }): AgentContext['called'];
  /** The same for calls that somebody else has seen: those that the runner knows of already are not told again. */
  heard(by: { role: UsageRole; turn: number; agentId: string }): AgentContext['heard'];
  /** Told the text of the agent's answer as far as it has come. */
  said(turn: number, text: string): void;
  /** A tool begins to be called; answers how to say that it has ended, with its error if it has one. */
  tool(call: StartedTool): (error?: string) => void;
  /** Told the connector of every model that the tested agent asks. */
  asked(connector: string): void;
  /** The connectors that were told, each once. */
  connector(): string | undefined;
  /** Keeps what a person has to know with the result, once. */
  warn(text: string): void;
  warnings(): string[];
  /** Keeps a fault with the result, and says so at once. */
  found(fault: Fault): void;
  faults(): readonly Fault[];
  /** Says who was waited for, and in which turn. */
  timeoutText(): string;
  /** Whose fault it is that the time was up. */
  timeoutFault(): Fault;
  /** Says who is waited for beside those who are asked with `ask`. */
  waitFor(phase: 'before' | 'after' | undefined): void;
};
