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

type WithoutAttemptId<Body> = Body extends RunEventBody ? Omit<Body, 'suiteKey' | 'caseId' | 'attempt'> : never;
/** An event of this attempt, without the fields that identify the attempt. */
export type AttemptEventBody = WithoutAttemptId<Extract<RunEventBody, { caseId?: string | undefined }>>;

type EngineSuppliedResultKey = 'id' | 'kind' | 'attempt' | 'startedAt' | 'durationMs';

/** The outcome of an attempt, without the ids and times that the engine adds. */
export type Outcome<Kind extends CaseKind = CaseKind> = Pick<CaseResult, 'status'> &
  Partial<Omit<ResultByKind[Kind], EngineSuppliedResultKey | 'status'>>;

/** What is known about an attempt so far; it is kept if the attempt is stopped early. */
export type AttemptProgress = Partial<Omit<CaseResult, EngineSuppliedResultKey | 'status'>>;

/** The role on whose behalf an agent or script runs. */
export type RoleOfFact = { role: keyof UsageByRole; turn: number; agentId: string };

export type AttemptFact =
  | { type: 'agent'; source: RoleOfFact; fact: AgentFact }
  /** Usage of an agent call that has ended. */
  | { type: 'spent'; role: keyof UsageByRole; usage: Usage | undefined }
  /** A warning, stored with the result without duplicates. */
  | { type: 'warning'; text: string }
  /** A fault, stored with the result and emitted immediately. */
  | { type: 'fault'; fault: Fault }
  /** The attempt waits for a hook. */
  | { type: 'hook'; phase: 'before' | 'after' }
  /** The attempt no longer waits. */
  | { type: 'answered' }
  /** The reason why the call of a mocked tool waits; `undefined` when the call continues. */
  | { type: 'wait'; reason: string | undefined };

export type AttemptObservations = {
  usage: UsageByRole;
  /** The connectors of all models that the tested agent called, without duplicates. */
  connectors: ReadonlySet<string>;
  warnings: ReadonlySet<string>;
  faults: readonly Fault[];
  progress: AttemptProgress;
};

/** A call of an agent that an attempt makes. */
export type AgentCall = {
  role: keyof UsageByRole;
  phase: Phase;
  turn: number;
  agentId: string;
  connector?: string | undefined;
  messages: Message[];
  options: AgentRequest['options'];
  sessionId: string;
  /** Called for every model call that was made for the answer, whether it is recorded or not. */
  onModelCall?: (call: ModelCall) => void;
  /** Answers the tool calls of the called agent. */
  mocks?: AgentRequest['mocks'];
  state?: AgentRequest['state'];
};

/** The services that the engine provides to a kind of case for one attempt. */
export type AttemptContext = {
  readonly runId: string;
  readonly planned: PlannedCase;
  readonly attempt: number;
  readonly sessionId: string;
  readonly ports: RunnerPorts;
  readonly deadline: Deadline;
  emit(body: AttemptEventBody): void;
  /** Calls an agent under the attempt's deadline. The agent's usage is counted, and its log lines become events. */
  ask(call: AgentCall): Promise<AgentResponse>;
  /**
   * The services of the attempt for scripts. The output of scripts becomes events of the attempt, and agents that
   * scripts call share its deadline.
   */
  services(turn: number): ScriptServices;
  /**
   * Creates a context of the same attempt with another deadline and session; usage and warnings still count for the
   * attempt.
   */
  createNestedContext(call: { deadline: Deadline; session: string }): AttemptContext;
  report(fact: AttemptFact): void;
  /** Stores partial results, which are kept if the attempt is stopped early. */
  record(progress: AttemptProgress): void;
  findings(): AttemptObservations;
  /** Returns the message and the fault of a timeout. Waits until the line of code in which a call hangs is known. */
  timeout(): Promise<{ text: string; fault: Fault }>;
};
