import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { RunPlan } from '../../contract/index.ts';
import { planRun } from '../../engine/plan-run.ts';
import { toTableSuiteKey } from '../../fold/index.ts';
import { type Experiments, readExperiments } from '../../inputs/experiments/read-experiments.ts';
import { toInputError } from '../../inputs/problem.ts';
import { runKinds } from '../../kinds/kinds.ts';
import { toRelativePath } from '../../scripts/relative-path.ts';
import type { NamedScorer } from '../../scripts/user-scorers/scorer-exports.ts';
import { findGitCommit } from '../prepare/git-commit.ts';
import type { InProcessAgent } from '../prepare/live-agent.ts';
import { formatDisplayPath } from '../report/display-name.ts';
import { NothingToRunError, UsageError } from '../usage-error.ts';
import { getOwnVersion } from '../version.ts';
import { requireMetadataColumns } from './check-columns.ts';

/** The rows of one scorer type of a table, and the agent and scorers of the running program. */
export type ExperimentSettings = {
  scorerType: string;
  csvPath: string;
  scorers: NamedScorer[];
  target: InProcessAgent | undefined;
  concurrency: number;
  outputDir: string | undefined;
  filterEnabled: boolean;
  timeoutMs: number;
  groupBy?: string[] | undefined;
  resume?: string | undefined;
};

/** Reads the table of an experiment. Throws with all problems of the table. */
export async function readExperimentTable(
  { csvPath, scorerType, target, filterEnabled }: ExperimentSettings,
  cwd: string,
): Promise<Experiments> {
  const file = path.resolve(cwd, csvPath);
  const table = await readExperiments({
    path: file,
    name: formatDisplayPath(file, cwd),
    direct: target === undefined,
    all: !filterEnabled,
    types: [scorerType],
  });
  if (table.problems.length > 0) throw toInputError(table.problems);
  return table;
}

export type PlanExperimentOptions = { settings: ExperimentSettings; root: string; names: string[]; table: Experiments };

/** Plans the rows of one scorer type, each to be scored by all scorers. Throws if there are no rows. */
export async function planExperiment({
  settings,
  root,
  names,
  table,
}: PlanExperimentOptions): Promise<{ plan: RunPlan; disabled: number }> {
  const { scorerType, csvPath, target, concurrency, timeoutMs, groupBy } = settings;
  const suite = table.suites.find(({ scorer }) => scorer === scorerType);
  if (suite === undefined) {
    const types = table.suites.map(({ scorer }) => scorer).join(', ');
    throw new NothingToRunError(`no row of ${csvPath} has the scorer_type "${scorerType}"`, [`it has ${types}`]);
  }
  if (suite.cases.length === 0) {
    throw new NothingToRunError(`every row of ${csvPath} for "${scorerType}" is disabled`);
  }
  requireMetadataColumns(groupBy, [suite]);
  const file = path.resolve(csvPath);
  const input = toRelativePath(root, file);
  const commit = await findGitCommit(root);
  const request = {
    runId: uuidv7(),
    suites: [
      {
        suite: { key: toTableSuiteKey(input, scorerType), agentId: target?.id ?? scorerType },
        cases: suite.cases.map((row) => ({ ...row, scorers: names })),
        baseDir: path.dirname(file),
      },
    ],
    options: {
      input,
      attempts: 1,
      parallel: concurrency,
      failFast: false,
      timeoutMs,
      scorer: scorerType,
      agent: target?.id,
      groupBy,
    },
    toolVersion: getOwnVersion(),
    gitCommit: commit,
  };
  const plan = planRun(request, runKinds);
  if (!plan.ok) throw new UsageError('the run cannot be planned', plan.problems);
  return { plan: plan.plan, disabled: suite.disabled };
}
