import { existsSync } from 'node:fs';
import type { RunPlan } from '../../contract/index.ts';
import { caseKey } from '../../fold/index.ts';
import type { Database } from '../../history/db/index.ts';
import {
  type BaselineChoice,
  baselineChoices,
  describeSeries,
  describeSimulator,
  findDefaultBaseline,
  findRun,
  hasRunAllCases,
  type RunRecord,
  readComparedSide,
  toRunSeries,
  toSeries,
} from '../../history/index.ts';
import type { PreparedRun } from '../prepare.ts';
import { getHistoryFile, openUpdatedHistory } from '../stored/stored-history.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/**
 * The baseline of a run: a run that a person chose, none, or the default baseline, which is looked up at the end of the
 * run.
 */
export type BaselineChoiceRequest = { kind: 'usual' } | { kind: 'none' } | { kind: 'run'; runId: string };

/**
 * Finds the run for `--baseline`. Throws if it does not exist, was stopped, ran only some cases, has another connector,
 * or contains no case of the plan. It is no error if a series has no passing run, or no run at all.
 */
export function chooseBaseline({ options, root, plan }: PreparedRun, terminal: Terminal): BaselineChoiceRequest {
  const { baseline, history, db } = options;
  // A fork is not compared with a baseline, but with the conversation from which it was forked.
  if (plan.options.fork !== undefined) return { kind: 'none' };
  if (plan.options.purpose !== undefined) return { kind: 'none' };
  // A shard is not compared with a baseline; only the merged run is.
  if (plan.options.shard !== undefined) return { kind: 'none' };
  if (baseline === undefined) return { kind: 'usual' };
  if (!history) throw new UsageError('--baseline reads the history; leave --no-history out');
  const choice = baselineChoices.find((name) => name === baseline);
  const file = getHistoryFile({ app: root, db }, terminal);
  if (!existsSync(file)) {
    if (choice === 'passed' || choice === 'latest') return { kind: 'none' };
    throw new UsageError(`--baseline ${baseline}: there is no history at ${file}`);
  }
  const database = openUpdatedHistory(file);
  try {
    if (choice !== undefined) return findChosenRun(database, choice, plan);
    return { kind: 'run', runId: requireBaselineRun(database, baseline, plan) };
  } finally {
    database.close();
  }
}

function findChosenRun(database: Database, choice: BaselineChoice, plan: RunPlan): BaselineChoiceRequest {
  const series = toSeries(plan);
  const runId = findDefaultBaseline(database, { runId: plan.runId, ...series }, choice);
  if (runId !== undefined) return { kind: 'run', runId };
  if (choice !== 'pinned') return { kind: 'none' };
  throw new UsageError(`--baseline pinned: no run of ${describeSeries(series)} is pinned`, [
    'Pin one: turntree baseline pin <run>',
  ]);
}

function requireBaselineRun(database: Database, reference: string, plan: RunPlan): string {
  const lookup = findRun(database, reference);
  if (!lookup.ok) throw new UsageError(`--baseline: ${lookup.problem}`, lookup.details);
  const { run } = lookup;
  if (run.status === 'running') throw new UsageError(`--baseline: the run ${run.runId} is still going on`);
  if (run.status !== 'passed' && run.status !== 'failed') {
    throw new UsageError(`--baseline: the run ${run.runId} was stopped (${run.status}) and cannot be a baseline`);
  }
  if (!hasRunAllCases(database, run.runId)) {
    throw new UsageError(`--baseline: the run ${run.runId} had only some of the cases and cannot be a baseline`, [
      'Name a run without --case, --tag, --run, --scorer and --last-failed; "turntree compare" shows any two runs side by side.',
    ]);
  }
  requireSameConnectorAndSimulator(run, plan);
  if (!sharesCaseWithRun(database, run.runId, plan)) {
    throw new UsageError(`--baseline: the run ${run.runId} has no judged case with the same content as in this run`);
  }
  return run.runId;
}

/**
 * Throws if the run belongs to a series with another model or simulator. A run of a renamed suite or of another agent
 * is accepted.
 */
function requireSameConnectorAndSimulator(run: RunRecord, plan: RunPlan): void {
  const [seriesOfRun, now] = [toRunSeries(run), toSeries(plan)];
  if (seriesOfRun.connector !== now.connector) {
    throw new UsageError(
      `--baseline: the run ${run.runId} is ${describeConnectorCondition(seriesOfRun.connector)}, but this run is ${describeConnectorCondition(now.connector)}`,
      ['A gate judges runs of one connector only; "turntree compare" shows any two runs side by side.'],
    );
  }
  if (seriesOfRun.simulator === now.simulator) return;
  throw new UsageError(
    `--baseline: the run ${run.runId} had a ${describeSimulator(seriesOfRun.simulator)}, but this run has a ${describeSimulator(now.simulator)}`,
    ['A gate judges runs with the same simulated user only; "turntree compare" shows any two runs side by side.'],
  );
}

function describeConnectorCondition(connector: string | null): string {
  return connector === null ? 'without a connector' : `of connector ${connector}`;
}

/** A suite may have been renamed, so if both runs have only one suite, the cases are compared by their ids alone. */
function sharesCaseWithRun(database: Database, runId: string, { cases, suites }: RunPlan): boolean {
  const rows = readComparedSide(database, runId)?.rows ?? [];
  const isAlone = suites.length === 1 && new Set(rows.map(({ suiteKey }) => suiteKey)).size === 1;
  const toComparisonKey = (suiteKey: string, id: string) => (isAlone ? id : caseKey(suiteKey, id));
  const before = new Map(
    rows
      .filter(({ attempts }) => attempts.some(({ status }) => status !== 'skipped'))
      .map(({ suiteKey, id, hash }) => [toComparisonKey(suiteKey, id), hash]),
  );
  return cases.some(({ suiteKey, case: { id, hash } }) => before.get(toComparisonKey(suiteKey, id)) === hash);
}
