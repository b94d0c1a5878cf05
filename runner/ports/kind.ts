import type {
  AnnouncedCaseByKind,
  CaseByKind,
  CaseInput,
  CaseKind,
  DynamicCase,
  Message,
  ResultByKind,
  TestCase,
} from '../contract/index.ts';
import type { JsonObject } from '../values/index.ts';
import type { Agent, AgentReference, ReportedAnswerPartKind } from './agent.ts';
import type { AttemptContext, Outcome } from './attempt.ts';

/** The turn at which a conversation is forked. */
export type ForkPoint = NonNullable<DynamicCase['forked']>;

/** Who plays the users of a run: the rules, the model of a connector, or an agent. */
export type SimulatorChoice = { by: 'rules' } | { by: 'model'; connector: string } | { by: 'agent'; id: string };

/**
 * Describes what a case requires of its answer's text: an answer that `accepts` accepts makes the case pass, because
 * the case requires nothing else. `rules` is equal for equal requirements.
 */
export type AnswerCheck = { rules: string; accepts(answer: string): boolean };

export type KindDescription = { run: string; case: string };

/**
 * The functions that every kind of case implements for runs; most kinds omit the optional ones. They are methods,
 * because TypeScript would not accept functions as properties here.
 */
export interface RunKind<K extends CaseKind = CaseKind> {
  /** True if cases of this kind are written as lines of a case file. */
  readonly written?: boolean;
  /** The words for a run that has only this kind of case, and for one of its cases. */
  readonly displayNames?: KindDescription;
  /** Runs a case. Throws `StoppedError` if the deadline or a cancellation ends the attempt. */
  execute(context: AttemptContext, testCase: CaseByKind[K]): Promise<Outcome<K>>;
  /** Returns the fields that this kind adds to a case in the event `run.started`. */
  announcedFields?(testCase: CaseByKind[K]): Partial<Omit<AnnouncedCaseByKind[K], 'kind'>>;
  /** Returns the fields that this kind adds to every result, whatever the outcome of the attempt. */
  resultFields?(testCase: CaseByKind[K]): Partial<Omit<ResultByKind[K], 'kind'>>;
  /** Returns the fields with the case's expected answer; they are added to the attempt's result if the case was run. */
  expectedFields?(testCase: CaseByKind[K]): Partial<Omit<ResultByKind[K], 'kind'>>;
  /** Returns the agents that a case calls; `target` is the tested agent. */
  listCalledAgents(testCase: CaseByKind[K], target: AgentReference): Iterable<AgentReference>;
  /** Returns why the tested agent cannot run the case; undefined if it can. */
  explainRefusal?(testCase: CaseByKind[K], agent: Agent): string | undefined;
  /**
   * Returns the parts of the agent's answers, other than the text, that the case's assertions check. Calls of mocked
   * tools do not count.
   */
  listJudgedParts?(testCase: CaseByKind[K]): Iterable<ReportedAnswerPartKind>;
  /** Returns the case as an author would write it, for hooks. */
  toAuthoredCase(testCase: CaseByKind[K]): JsonObject;
  /** Returns the result in the form for hooks: its keys are those of reports, such as `tool_calls`. */
  report(result: ResultByKind[K]): JsonObject;
  /** Returns the case with another simulator for its user, unless the case itself names an agent as simulator. */
  withSimulator?(testCase: CaseByKind[K], choice: SimulatorChoice): TestCase;
  /** Returns the case continued from a turn of a conversation; `input`, if given, replaces the input of the case. */
  withFork?(testCase: CaseByKind[K], from: ForkPoint, input: CaseInput | undefined): TestCase;
  /** Returns the maximum number of calls of the built-in judge for rules on single turns. */
  turnJudgeCalls?(testCase: CaseByKind[K]): number;
  /** Returns how many calls of a case run one after the other, if the timeout applies to each call separately. */
  callRounds?(testCase: CaseByKind[K]): number;
  /**
   * Returns the messages of a case that consists of a single call to the agent; requests of such cases can be sent
   * ahead of time. Undefined for other cases.
   */
  singleCall?(testCase: CaseByKind[K]): Message[] | undefined;
  /**
   * Returns what the case requires of its answer's text. Undefined if it requires nothing, or also anything other than
   * text.
   */
  answerCheck?(testCase: CaseByKind[K]): AnswerCheck | undefined;
  /** Returns how many cases of a suite run in parallel by default. */
  atOnce?(cases: readonly CaseByKind[K][]): number;
}

/**
 * The implementations of all kinds of cases, by the name of the kind. `kinds[testCase.kind]` has the right type for the
 * type of this case.
 */
export type RunKinds = { readonly [K in CaseKind]: RunKind<K> };
