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

/** Who plays the users of a run: the rules, a connector's model, or an agent. */
export type SimulatorChoice = { by: 'rules' } | { by: 'model'; connector: string } | { by: 'agent'; id: string };

export type KindDescription = { run: string; case: string };

/**
 * The functions that every kind of case implements for runs; most kinds omit the optional ones. They are methods,
 * because TypeScript would not accept functions as properties here.
 */
export interface RunKind<K extends CaseKind = CaseKind> {
  /** True if cases of this kind are written as lines of a case file. */
  readonly written?: boolean;
  /** The names for a run that has only this kind of case, and for one of its cases. */
  readonly words?: KindDescription;
  /** Runs a case. Throws `Stopped` if the deadline or a cancel ends the attempt. */
  execute(context: AttemptContext, testCase: CaseByKind[K]): Promise<Outcome<K>>;
  /** Fields that this kind adds to the case in `run.started`. */
  announce?(testCase: CaseByKind[K]): Partial<Omit<AnnouncedCaseByKind[K], 'kind'>>;
  /** Fields that this kind adds to every result, whatever the outcome of the attempt. */
  facts?(testCase: CaseByKind[K]): Partial<Omit<ResultByKind[K], 'kind'>>;
  /** The result that the case expects; added to the attempt's result if the case was run. */
  expected?(testCase: CaseByKind[K]): Partial<Omit<ResultByKind[K], 'kind'>>;
  /** The agents that a case calls; `target` is the tested agent. */
  asks(testCase: CaseByKind[K], target: AgentReference): Iterable<AgentReference>;
  /** Returns why the tested agent cannot run the case; undefined if it can. */
  refusal?(testCase: CaseByKind[K], agent: Agent): string | undefined;
  /**
   * The parts of the agent's answers, other than the text, that the case's assertions check. Calls of mocked tools do
   * not count.
   */
  judges?(testCase: CaseByKind[K]): Iterable<ReportedAnswerPartKind>;
  /** The case as an author would write it; passed to hooks. */
  authored(testCase: CaseByKind[K]): JsonObject;
  /** The result as hooks get it: its keys are those of reports, such as `tool_calls`. */
  report(result: ResultByKind[K]): JsonObject;
  /** Returns the case with another simulator for its user, unless the case already names an agent. */
  withSimulator?(testCase: CaseByKind[K], choice: SimulatorChoice): TestCase;
  /** Returns the case continued from a turn of a conversation; `input`, if given, replaces the input of the case. */
  forked?(testCase: CaseByKind[K], from: ForkPoint, input: CaseInput | undefined): TestCase;
  /** The maximum number of calls of the built-in judge for rules on single turns. */
  turnJudgeCalls?(testCase: CaseByKind[K]): number;
  /** The number of sequential calls, for a case whose timeout applies to each call. */
  callRounds?(testCase: CaseByKind[K]): number;
  /**
   * The messages of a case that consists of a single call to the agent; such calls can be sent ahead. Undefined for
   * other cases.
   */
  singleCall?(testCase: CaseByKind[K]): Message[] | undefined;
  /** The default concurrency for the cases of a suite. */
  atOnce?(cases: readonly CaseByKind[K][]): number;
}

/** The implementations of all kinds of cases. `kinds[testCase.kind]` is the `RunKind` for the type of this case. */
export type RunKinds = { readonly [K in CaseKind]: RunKind<K> };
