import type { CaseResult, StandardOrDynamicCase } from '../../contract/index.ts';
import type { AttackVariant, CaseWithCleanAttempts } from '../../experiments/attack/index.ts';
import { isStandardOrDynamicCase } from '../../kinds/kinds.ts';
import type { RunObserver } from '../../ports/index.ts';
import { withoutUndefined } from '../../values/index.ts';
import type { LoadedSuites } from '../load/loaded-suites.ts';
import { runTestCommand } from '../run-test-command.ts';
import type { Terminal } from '../terminal.ts';
import type { RunExperiment } from '../test-options.ts';
import { UsageError } from '../usage-error.ts';
import type { AttackFlags, AttackRequest } from './attack-flags.ts';
import { describeCleanRun } from './describe-plan.ts';

/** A run of an attack, with all its attempts. */
export type AttackRun = {
  runId: string;
  suiteKeys: string[];
  agents: string[];
  isComplete: boolean;
  /** The currency of all prices in the run. */
  currency: string | undefined;
  attempts: { suiteKey: string; attempt: number; result: CaseResult }[];
};

/** The run without hostile texts: its cases with their attempts. */
export type RunWithoutAttack = AttackRun & { cases: CaseWithCleanAttempts[]; leftOut: LeftOutCase[] };
type LeftOutCase = { caseId: string; reason: string };

/** Runs the cases that may be attacked, without any hostile text and without calling real tools. */
export async function runWithoutAttack(
  { suites, flags }: AttackRequest,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<RunWithoutAttack> {
  const leftOut: LeftOutCase[] = [];
  const chosenCases: { suiteKey: string; testCase: StandardOrDynamicCase }[] = [];
  const keepAttackableCases = (loadedSuites: LoadedSuites['suites']): LoadedSuites['suites'] => {
    const reshaped = loadedSuites.map((suite) => ({
      ...suite,
      cases: suite.cases.flatMap((testCase) => {
        if (flags.case !== undefined && !flags.case.includes(testCase.id)) return [];
        const reason = isStandardOrDynamicCase(testCase) ? findReasonNotAttackable(testCase) : 'the case has no mocks';
        if (reason !== undefined || !isStandardOrDynamicCase(testCase)) {
          leftOut.push({ caseId: testCase.id, reason: reason ?? '' });
          return [];
        }
        const mocked = mockAllTools(testCase);
        chosenCases.push({ suiteKey: suite.suite.key, testCase: mocked });
        return [mocked];
      }),
    }));
    if (chosenCases.length === 0) throw createNothingToAttackError(leftOut);
    terminal.stderr.write(describeCleanRun(chosenCases.length * flags.runs));
    return reshaped;
  };
  const attackedRun = await runAttackedSuites({ suites, flags, reshape: keepAttackableCases }, terminal, signal);
  const cases = chosenCases.map(({ suiteKey, testCase }): CaseWithCleanAttempts => {
    const ownAttempts = attackedRun.attempts.filter(
      (each) => each.suiteKey === suiteKey && each.result.id === testCase.id,
    );
    return { suiteKey, testCase, cleanAttempts: ownAttempts.map(({ result }) => result) };
  });
  return { ...attackedRun, cases, leftOut };
}

export function createNothingToAttackError(leftOut: readonly LeftOutCase[]): UsageError {
  return new UsageError(
    'nothing to attack',
    leftOut.map(({ caseId, reason }) => `${caseId}: ${reason}`),
  );
}

/**
 * Returns why a case must not be attacked. Mocks must answer all of its calls, and apart from mocks no code of the
 * workspace may run.
 */
function findReasonNotAttackable({ mocks, skip, before, after }: StandardOrDynamicCase): string | undefined {
  if (mocks === undefined) return 'the case has no mocks';
  if (skip === true) return 'the case is skipped';
  return before === undefined && after === undefined
    ? undefined
    : 'the case has a hook, which may change something real';
}

function mockAllTools<Case extends StandardOrDynamicCase>(testCase: Case): Case {
  const { pass: _, inject: __, quarantine: ___, expect: ____, ...mocked } = testCase;
  return { ...mocked, pass: [] } as unknown as Case;
}

type VariantsRequest = AttackRequest & { variants: ReadonlyMap<string, readonly AttackVariant[]> };

/** The attack variants (cases with a hostile text) of each case, by suite and case. */
export function groupVariantsByCase(variants: readonly AttackVariant[]): ReadonlyMap<string, readonly AttackVariant[]> {
  return Map.groupBy(variants, ({ suiteKey, caseId }) => JSON.stringify([suiteKey, caseId]));
}

/** Runs all attacks as one run. */
export function runAttackVariants(
  { variants, ...request }: VariantsRequest,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<AttackRun> {
  const replaceCasesByVariants = (loadedSuites: LoadedSuites['suites']): LoadedSuites['suites'] =>
    loadedSuites.map((suite) => ({
      ...suite,
      cases: suite.cases.flatMap((testCase) =>
        (variants.get(JSON.stringify([suite.suite.key, testCase.id])) ?? []).flatMap(({ id, inject }) =>
          isStandardOrDynamicCase(testCase)
            ? [{ ...mockAllTools(testCase), id, hash: `${testCase.hash} ${id}`, inject }]
            : [],
        ),
      ),
    }));
  return runAttackedSuites({ ...request, reshape: replaceCasesByVariants }, terminal, signal);
}

type AttackRunRequest = AttackRequest & Pick<RunExperiment, 'reshape'>;

async function runAttackedSuites(
  { suites, flags, reshape }: AttackRunRequest,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<AttackRun> {
  const attempts: AttackRun['attempts'] = [];
  const collect: RunObserver = {
    name: 'attack',
    onEvent(event) {
      if (event.type !== 'case.finished') return;
      const { suiteKey, attempt, result } = event;
      attempts.push({ suiteKey, attempt, result });
    },
  };
  const outcome = await runTestCommand(
    {
      request: { inputs: suites, flags: buildAttackTestFlags(flags), experiment: { purpose: 'attack', reshape } },
      outside: createSilentTerminal(terminal),
      observers: [collect],
    },
    signal,
  );
  if (outcome.kind === 'dry-run') throw new Error('an attack cannot be a dry run');
  const { state } = outcome;
  return {
    runId: state.runId,
    suiteKeys: state.suites.map(({ key }) => key),
    agents: [...new Set(state.suites.map(({ agentId }) => agentId))],
    isComplete: state.status === 'passed' || state.status === 'failed',
    currency: state.options?.currency,
    attempts,
  };
}

/**
 * A terminal that neither prints nor publishes anything, because the report of the attack replaces the usual output of
 * a run.
 */
function createSilentTerminal(terminal: Terminal): Terminal {
  const variables = { ...terminal.variables, GITHUB_ACTIONS: undefined, GITHUB_STEP_SUMMARY: undefined };
  return { ...terminal, variables, stdout: { write: () => true, once: () => undefined } };
}

/**
 * Returns the flags of the attack's runs. Settings in the config for tests (gates, hooks, reports) do not apply to
 * them.
 */
function buildAttackTestFlags({ app, db, name, connector, env, runs, parallel, timeout }: AttackFlags) {
  return {
    ...withoutUndefined({ app, db, name, connector, env, parallel, timeout }),
    runs,
    quiet: true,
    output: false as const,
    failFast: false,
    color: false,
  };
}
