import type {
  AnnouncedByKind,
  CaseByKind,
  CaseInput,
  CaseKind,
  DynamicCase,
  ResultByKind,
  TestCase,
} from '../contract/index.ts';
import type { JsonObject } from '../values/index.ts';
import type { Agent, AgentReference, ReportedPart } from './agent.ts';
import type { AttemptContext, Outcome } from './attempt.ts';

/** Where a conversation goes on another way. */
export type ForkPoint = NonNullable<DynamicCase['forked']>;

export type RunWords = { run: string; case: string };

/**
 * What a run asks of a kind of case; what is optional most kinds have no need of. As methods, so that the kind of some
 * case can be called with that case: see `RunKinds`.
 */
export interface RunKind<K extends CaseKind = CaseKind> {
  /** A person writes it as a line of a case file. */
  readonly written?: boolean;
  /** What a run that has no other cases is called, and one of them. */
  readonly words?: RunWords;
  /** Plays a case. Throws `Stopped` when the deadline or a cancel ends it. */
  execute(context: AttemptContext, testCase: CaseByKind[K]): Promise<Outcome<K>>;
  /** What `run.started` says of a case beside what it says of every case. */
  announce?(testCase: CaseByKind[K]): Partial<Omit<AnnouncedByKind[K], 'kind'>>;
  /** What a result says of its case, however the attempt went, beside what every result says. */
  facts?(testCase: CaseByKind[K]): Partial<Omit<ResultByKind[K], 'kind'>>;
  /** What the case had to bring about; a result has it when the case was tried. */
  expected?(testCase: CaseByKind[K]): Partial<Omit<ResultByKind[K], 'kind'>>;
  /** The agents that a case will ask; `target` is the one that it tests. */
  asks(testCase: CaseByKind[K], target: AgentReference): Iterable<AgentReference>;
  /** Why the agent that a case tests cannot be asked it. */
  refusal?(testCase: CaseByKind[K], agent: Agent): string | undefined;
  /** What its rules judge of the answers of its agent beside their text; calls of mocks are no part of them. */
  judges?(testCase: CaseByKind[K]): Iterable<ReportedPart>;
  /** A case as a person would write it: what hooks are told. */
  authored(testCase: CaseByKind[K]): JsonObject;
  /** A result in the keys of reports: what hooks are told. */
  report(result: ResultByKind[K]): JsonObject;
  /** The case with a simulator that it does not name itself. */
  withSimulator?(testCase: CaseByKind[K], simulator: string): TestCase;
  /** The case from a turn of a conversation on; `input` is what was asked before it, the message itself among it. */
  forked?(testCase: CaseByKind[K], from: ForkPoint, input: CaseInput | undefined): TestCase;
  /** How many calls a case makes one after the other, where its timeout is for one call. */
  callRounds?(testCase: CaseByKind[K]): number;
  /** How many attempts of the cases of a suite run at once when nobody says so. */
  atOnce?(cases: readonly CaseByKind[K][]): number;
}

/** Every kind of case. `kinds[testCase.kind]` is the `RunKind` of that very case. */
export type RunKinds = { readonly [K in CaseKind]: RunKind<K> };
