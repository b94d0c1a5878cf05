import { hash } from 'node:crypto';
import path from 'node:path';
import type { PlannedCase, Rollout, RunOptions } from '../contract/index.ts';
import { type BisectReport, buildBisectReport } from '../experiments/bisect/index.ts';
import { computeTotalCost, type RunState } from '../fold/index.ts';
import { isConversation, runKinds } from '../kinds/kinds.ts';
import type { RunKind } from '../ports/index.ts';
import { formatBisectText } from '../reporters/bisect-text.ts';
import { DEFAULT_ROLLOUTS } from '../values/index.ts';
import {
  type BisectTarget,
  readBisectTarget,
  requireCaseFile,
  type TargetReference,
} from './bisection/bisect-target.ts';
import { requireForkable } from './bisection/check-forkable.ts';
import { getSettingOfPlan, hashBisectionSetting, readEarlierRollouts } from './bisection/earlier-rollouts.ts';
import { createProgressPrinter } from './bisection/progress.ts';
import { createRolloutChooser, type RolloutChooser } from './bisection/rollout-chooser.ts';
import type { LoadQueue } from './cli-extension.ts';
import { restoreFlags } from './flags/stored-flags.ts';
import type { TestFlags } from './flags/test-flags.ts';
import { locateInputAndWorkspace } from './locate.ts';
import { createForkPoint } from './prepare/fork.ts';
import { type PreparedRun, prepareRun } from './prepare.ts';
import { parseReportOutputs, resolveReportTargets } from './report/outputs.ts';
import { openRunQueue } from './steps/prepare-steps.ts';
import { checkStep, connectWorkersStep, executeStep, openHistoryStep, type ReadyRun } from './steps/run-steps.ts';
import { createRunSteps } from './steps/steps.ts';
import { withStoredHistory } from './stored/stored-history.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { resolveWorkspaceRoot } from './workspace-root.ts';

const DEFAULT_PARALLEL = 4;

export type BisectFlags = Pick<Partial<TestFlags>, 'app' | 'db' | 'parallel' | 'maxCost' | 'queue' | 'runId'> & {
  budget?: number;
  /** If true, the bisection prints neither its plan nor its progress. */
  quiet?: boolean;
};
export type BisectRequest = { target: TargetReference; flags: BisectFlags; loadQueue?: LoadQueue | undefined };

/** The result of a bisection, and the number of rollouts used. */
export type BisectOutcome = BisectReport & {
  target: { runId: string; suiteKey: string; caseId: string; attempt: number; turns: number };
  /** The id of the run with the rollouts. */
  runId: string;
  begun: number;
  budget: number;
  /** The number of rollouts from earlier runs that were also used. */
  earlier: number;
  cost: number | undefined;
  currency: string | undefined;
  isCancelled: boolean;
  /** The reason why the bisection ended before it was certain. */
  problem: string | undefined;
};

/**
 * Finds the turn of a recorded conversation that decided its failure: it keeps the first turns, runs the rest again,
 * and compares how often the case passes for different numbers of kept turns. Throws a `UsageError` if the conversation
 * cannot be repeated.
 */
export async function bisectTurns(
  { target: reference, flags, loadQueue }: BisectRequest,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<BisectOutcome> {
  const { budget = DEFAULT_ROLLOUTS } = flags;
  const root = resolveWorkspaceRoot(flags.app, terminal);
  const historyLocation = { app: root, db: flags.db };
  const target = withStoredHistory(historyLocation, terminal, (database) => readBisectTarget(database, reference));
  const request = await locateInputAndWorkspace(
    {
      inputs: [path.relative(terminal.cwd, requireCaseFile(target, root))],
      flags: buildRolloutFlags(target, { ...flags, app: root }),
    },
    terminal,
  );
  // Disables cassettes, because a cassette would return the recorded answers instead of new ones.
  const locatedRun = { ...request, options: { ...request.options, record: undefined, replay: undefined } };
  const prepared = await prepareRun(locatedRun, terminal, signal);
  try {
    requireForkable(prepared, target);
    const [plannedCase] = prepared.plan.cases;
    if (plannedCase === undefined) throw new UsageError(`bisect: ${target.row.id} is not in ${target.row.suiteKey}`);
    const setting = getSettingOfPlan(prepared, plannedCase);
    const bisected = {
      runId: target.run.runId,
      suiteKey: target.row.suiteKey,
      caseId: target.row.id,
      attempt: target.state.attempt,
      turns: target.state.turns,
    };
    const earlier = withStoredHistory(historyLocation, terminal, (database) =>
      readEarlierRollouts(database, bisected, setting),
    );
    const plan = createRolloutPlan(plannedCase, target);
    const progress =
      flags.quiet === true ? undefined : createProgressPrinter({ budget, turns: bisected.turns.length, terminal });
    progress?.showPlan({ target, budget, earlier: earlier.length, prepared });
    const chooser = createRolloutChooser({
      turns: target.state.turns.length,
      hasDrawnUser: hasNondeterministicUser(plannedCase),
      earlier,
      budget,
      plan,
      onProgress: (finishedRollouts) => progress?.showRollouts(finishedRollouts),
    });
    const options = buildBisectOptions(prepared, { target, budget, content: hashBisectionSetting(setting) });
    const experiment = { ...prepared, chooser, plan: { ...prepared.plan, options, cases: [plan({ kept: 0 })] } };
    const runQueue = await openRunQueue(locatedRun.options, loadQueue);
    const outputs = parseReportOutputs(locatedRun, terminal.cwd);
    const readyRun: ReadyRun = {
      located: locatedRun,
      outputs,
      terminal,
      runQueue,
      prepared: experiment,
      baseline: { kind: 'none' },
      targets: resolveReportTargets(experiment, outputs),
    };
    const steps = createRunSteps<ReadyRun>()
      .add(checkStep)
      .add(connectWorkersStep)
      .add(openHistoryStep)
      .add(executeStep);
    const run = await steps.run(readyRun, ({ state }) => state, signal);
    progress?.end();
    return toBisectOutcome({ target, chooser, run, budget, earlier: earlier.length, prepared });
  } finally {
    await prepared.close();
  }
}

/** Formats the report of a bisection for a terminal. */
export function describeBisection(outcome: BisectOutcome): string {
  return formatBisectText(outcome);
}

/** The flags of the bisected run that affect the agent's answers. */
const flagsAffectingAnswers = [
  'url',
  'connector',
  'simulator',
  'user',
  'team',
  'locale',
  'timeout',
  'before',
  'after',
  'env',
  'allowPartial',
];

function buildRolloutFlags({ run, row }: BisectTarget, flags: BisectFlags): Partial<TestFlags> {
  const { options, suites } = run;
  const restoredFlags = options === undefined ? {} : restoreFlags(options);
  const { ctx, url } = restoredFlags;
  const {
    app = '',
    budget: _,
    quiet: __,
    maxCost,
    parallel = maxCost === undefined ? DEFAULT_PARALLEL : 1,
    ...own
  } = flags;
  const agentId = suites.find(({ key }) => key === row.suiteKey)?.agentId;
  const values = {
    ...Object.fromEntries(Object.entries(restoredFlags).filter(([name]) => flagsAffectingAnswers.includes(name))),
    ...own,
    app,
    maxCost,
    parallel,
    ctx: ctx === undefined ? undefined : path.join(app, ctx),
    name: url === undefined ? agentId : undefined,
    case: [row.id],
    runs: 1,
    quiet: true,
    output: false as const,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function buildBisectOptions(
  { plan }: PreparedRun,
  { target: { run, row, state }, budget, content }: { target: BisectTarget; budget: number; content: string },
): RunOptions {
  const { gates: _, autoRuns: __, ...options } = plan.options;
  const { suiteKey, id: caseId } = row;
  const statusBefore = state.result?.status ?? 'failed';
  const { attempt, turns } = state;
  return {
    ...options,
    attempts: budget,
    purpose: 'bisect',
    bisect: { runId: run.runId, suiteKey, caseId, attempt, turns: turns.length, was: statusBefore, content },
  };
}

/** Returns the case for a rollout: some turns are kept, and after these the user repeats the recorded message. */
function createRolloutPlan(plannedCase: PlannedCase, { run, state }: BisectTarget): (rollout: Rollout) => PlannedCase {
  const { case: testCase } = plannedCase;
  const kind: RunKind = runKinds[testCase.kind];
  return (rollout) => {
    const { kept: keptTurns, newMessage } = rollout;
    const message = newMessage === true ? undefined : state.turns[keptTurns]?.input;
    const forkedCase = kind.withFork?.(
      testCase,
      { ...createForkPoint(state, keptTurns), message, rollout },
      state.result?.input,
    );
    if (forkedCase === undefined) throw new Error(`cases of kind ${testCase.kind} cannot be forked`);
    // The case of a rollout has a different hash, because the rollout's result says nothing about the whole case.
    const content = JSON.stringify([testCase.hash, run.runId, state.attempt, rollout]);
    const ownHash = hash('sha256', content, 'base64url').slice(0, testCase.hash.length);
    return { ...plannedCase, case: { ...forkedCase, hash: ownHash, skip: false } };
  };
}

/**
 * True if the user's messages may differ when the conversation is repeated. A user played by rules always writes the
 * same messages, and the messages in `turns` of a case are fixed.
 */
function hasNondeterministicUser({ case: testCase }: PlannedCase): boolean {
  if (!isConversation(testCase) || testCase.turns !== undefined || testCase.simulator === undefined) return false;
  return testCase.simulator.use !== undefined || testCase.simulator.by === 'model';
}

type FinishedBisection = {
  target: BisectTarget;
  chooser: RolloutChooser;
  run: RunState;
  budget: number;
  earlier: number;
  prepared: PreparedRun;
};

function toBisectOutcome({ target, chooser, run, budget, earlier, prepared }: FinishedBisection): BisectOutcome {
  const { row, state } = target;
  const { attempt, turns } = state;
  const attemptAddress = {
    runId: target.run.runId,
    suiteKey: row.suiteKey,
    caseId: row.id,
    attempt,
    turns: turns.length,
  };
  return {
    ...buildBisectReport({ recorded: turns, rollouts: chooser.played() }),
    target: attemptAddress,
    runId: run.runId,
    begun: run.counts.passed + run.counts.failed + run.counts.error + run.counts.timeout,
    budget,
    earlier,
    cost: computeTotalCost(run.usage),
    currency: prepared.config.currency,
    isCancelled: run.status === 'cancelled',
    problem: chooser.problem(),
  };
}
