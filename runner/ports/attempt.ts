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
} from '../contract/index.ts';
import type { AgentRequest, AgentResponse } from './agent.ts';
import type { AgentFact, ModelCall } from './agent-fact.ts';
import type { Deadline } from './deadline.ts';
import type { RunnerPorts } from './runner-ports.ts';
import type { ScriptServices } from './script.ts';

type WithoutAddress<Body> = Body extends RunEventBody ? Omit<Body, 'suiteKey' | 'caseId' | 'attempt'> : never;
/** An event of this attempt, without saying which attempt. */
export type AttemptEventBody = WithoutAddress<Extract<RunEventBody, { caseId?: string | undefined }>>;

type BasicResultKey = 'id' | 'kind' | 'attempt' | 'startedAt' | 'durationMs';

/** What a kind of case found out about an attempt; the engine adds who, when and how long. */
export type Outcome<Kind extends CaseKind = CaseKind> = Pick<CaseResult, 'status'> &
  Partial<Omit<ResultByKind[Kind], BasicResultKey | 'status'>>;

/** The findings so far; they survive when the attempt is stopped in the middle. */
export type Progress = Partial<Omit<CaseResult, BasicResultKey | 'status'>>;

/** For whom an agent or a script works. */
export type FactSource = { role: keyof UsageByRole; turn: number; agentId: string };

/** What becomes known about an attempt. */
export type AttemptFact =
  | { type: 'agent'; source: FactSource; fact: AgentFact }
  /** An agent's call is over, and this is what it spent. */
  | { type: 'spent'; role: keyof UsageByRole; usage: Usage | undefined }
  /** Kept with the result, once. */
  | { type: 'warning'; text: string }
  /** Kept with the result, and told at once. */
  | { type: 'fault'; fault: Fault }
  /** A hook is waited for. */
  | { type: 'hook'; phase: 'before' | 'after' }
  /** Nobody is waited for any more. */
  | { type: 'answered' }
  /** What a call of a mocked tool is held up by, and `undefined` when it goes on. */
  | { type: 'wait'; reason: string | undefined };

/** What is known of an attempt so far. */
export type Findings = {
  usage: UsageByRole;
  /** Of every model that the tested agent asked, each once. */
  connectors: ReadonlySet<string>;
  warnings: ReadonlySet<string>;
  faults: readonly Fault[];
  progress: Progress;
};

/** A call of an agent on behalf of an attempt. */
export type AgentCall = {
  role: keyof UsageByRole;
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
  report(fact: AttemptFact): void;
  /** Survives when the attempt is stopped in the middle. */
  record(progress: Progress): void;
  findings(): Findings;
  /** What a timeout is told as, and whose fault it is. Waits until it is known where a stopped call hangs. */
  timeout(): Promise<{ text: string; fault: Fault }>;
};
