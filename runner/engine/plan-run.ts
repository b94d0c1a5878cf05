import {
  type AgentOptions,
  defaultEnvironment,
  type Environment,
  type PlannedCase,
  type RunOptions,
  type RunPlan,
  type Suite,
  type TestCase,
} from '../contract/index.ts';
import type { RunKind, RunKinds, SimulatorChoice } from '../ports/index.ts';
import { withoutUndefined } from '../values/index.ts';
import { computeDefaultParallel } from './default-parallel.ts';
import { createPlannedCases } from './planned-cases.ts';
import { selectCases } from './select-cases.ts';

/**
 * A suite with its cases. `baseDir` is the folder to which the names of files and scripts in the cases are relative.
 * The agent is added during planning.
 */
export type SuiteCases<Known extends { key: string } = Suite> = {
  suite: Known;
  cases: readonly TestCase[];
  baseDir: string;
};

export type PlanRequest = {
  runId: string;
  suites: readonly SuiteCases[];
  /** Values from a context file. Flags and cases take precedence over them. */
  context?: Partial<Environment>;
  /**
   * The case selection, and options that override those of a case: user, team and connector. If `parallel` is missing,
   * the kinds of the cases determine how many attempts run in parallel.
   */
  options: Omit<RunOptions, 'parallel'> & { parallel?: number };
  /** The agent that simulates the users of dynamic cases that name no agent for this. */
  simulator?: SimulatorChoice | undefined;
  toolVersion: string;
  gitCommit?: string;
};

/**
 * The plan, or the problems because of which there is none. `nothing` is set if the selection is valid but matches no
 * case.
 */
export type PlanResult = { ok: true; plan: RunPlan } | { ok: false; problems: string[]; nothing?: true };

/**
 * Plans a run: selects the cases and their order, and determines the agent, user and timeout of each. Precedence: user
 * and team flag > case > context file > default; locale flag > context file > default; timeout case > flag; connector
 * flag > case > agent.
 */
export function planRun(request: PlanRequest, kinds: RunKinds): PlanResult {
  const allCases = request.suites.flatMap(({ cases }) => cases);
  const selection = selectCases(request.options, allCases);
  if (!selection.ok) return selection;
  const suites = request.suites
    .map((suite) => ({ ...suite, cases: suite.cases.filter(selection.matches) }))
    .filter((suite) => suite.cases.length > 0);
  const { options, context, simulator } = request;
  const cases = createPlannedCases(
    suites.map(({ cases: suiteCases, ...suite }) => ({ suite, cases: withSimulator(suiteCases, simulator, kinds) })),
    createCasePlanner({ options, context }, kinds),
  );
  if (cases.length === 0)
    return { ok: false, problems: [describeEmptySelection(request, allCases.length)], nothing: true };
  return {
    ok: true,
    plan: {
      runId: request.runId,
      suites: suites.map(({ suite }) => suite),
      cases,
      available: cases.length === allCases.length ? undefined : allCases.length,
      options: { ...request.options, parallel: chooseParallel(request.options, suites, kinds) },
      environment: createEnvironment(request, {}),
      toolVersion: request.toolVersion,
      gitCommit: request.gitCommit,
    },
  };
}

function withSimulator(
  cases: readonly TestCase[],
  simulator: SimulatorChoice | undefined,
  kinds: RunKinds,
): readonly TestCase[] {
  if (simulator === undefined) return cases;
  return cases.map((testCase) => {
    const kind: RunKind = kinds[testCase.kind];
    return kind.withSimulator?.(testCase, simulator) ?? testCase;
  });
}

type PlanSettings = Pick<PlanRequest, 'options' | 'context'>;
type PlanContext = PlanSettings & { kind: RunKind };
type SuiteOfCase = Omit<SuiteCases, 'cases'>;

/**
 * Not an inner function of `planRun`: the planner stays in memory during the run, and as an inner function it would
 * keep the ids of all selected cases there, too.
 */
function createCasePlanner(
  settings: PlanSettings,
  kinds: RunKinds,
): (suite: SuiteOfCase, testCase: TestCase) => PlannedCase {
  return (suite, testCase) => planCase({ ...settings, kind: kinds[testCase.kind] }, suite, testCase);
}

function planCase(
  { kind, ...settings }: PlanContext,
  { suite, baseDir }: SuiteOfCase,
  testCase: TestCase,
): PlannedCase {
  const { options, context } = settings;
  const connector = options.connector ?? testCase.options?.connector;
  return {
    suiteKey: suite.key,
    case: testCase,
    agentId: suite.agentId,
    connector,
    environment: createEnvironment(settings, { userId: testCase.user, teamId: testCase.team }),
    options: mergeOptions({ testCase, connector, metadata: context?.metadata }),
    timeoutMs: (testCase.timeoutMs ?? options.timeoutMs) * (kind.callRounds?.(testCase) ?? 1),
    baseDir,
    ...(testCase.skip === true ? { skipReason: 'skip' } : {}),
  };
}

// The options of all cases that have none. They share one object to save memory, because a run may have a hundred
// thousand cases.
const emptyAgentOptions: AgentOptions = Object.freeze({});

type CaseOptionSources = { testCase: TestCase; connector: string | undefined; metadata: Environment['metadata'] };

function mergeOptions({ testCase, connector, metadata }: CaseOptionSources): AgentOptions {
  const options = testCase.options ?? emptyAgentOptions;
  if (metadata !== undefined)
    return { ...options, ...withoutUndefined({ connector }), metadata: { ...metadata, ...options.metadata } };
  return connector === undefined || connector === options.connector ? options : { ...options, connector };
}

type UserIdentity = { userId?: string | undefined; teamId?: string | undefined };

function createEnvironment({ options, context }: PlanSettings, userOfCase: UserIdentity): Environment {
  const userId = options.user ?? userOfCase.userId;
  const teamId = options.team ?? userOfCase.teamId;
  const { locale } = options;
  const isDefault = [userId, teamId, locale, context].every((value) => value === undefined);
  if (isDefault) return defaultEnvironment;
  return {
    ...defaultEnvironment,
    ...context,
    ...withoutUndefined({ userId, teamId, locale }),
  };
}

/**
 * With a cost limit, attempts run one at a time by default, because parallel attempts could exceed the limit together.
 */
function chooseParallel(
  { parallel, maxCost }: PlanRequest['options'],
  suites: PlanRequest['suites'],
  kinds: RunKinds,
): number {
  return parallel ?? (maxCost === undefined ? computeDefaultParallel(suites, kinds) : 1);
}

function describeEmptySelection({ options: { pattern, tags = [], cases = [] } }: PlanRequest, total: number): string {
  const filters = [
    ...(pattern === undefined ? [] : [`--run ${pattern}`]),
    ...tags.map((tag) => `--tag ${tag}`),
    ...cases.map((id) => `--case ${id}`),
  ];
  if (filters.length === 0) return 'nothing to run: no cases';
  return `nothing to run: none of the ${total} cases matches ${filters.join(' ')}`;
}
