import type { AgentPartName, MatrixColumnSelection } from '../../contract/index.ts';
import { caseKey } from '../../fold/index.ts';
import { AppError } from '../../host/errors.ts';
import { findChangedAgentParts } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { getRun } from '../read/get-run.ts';
import type { RunListItem } from '../read/list-runs.ts';
import { readAgentPartsOfRun } from '../runs/agent-parts-of-run.ts';
import { type ChosenRun, checkColumnCount, chooseRuns } from './choose-runs.ts';
import { type CaseSums, computeRunFigures, type RunMatrixFigures, readCaseSums } from './matrix-figures.ts';

export type MatrixRequest = {
  /**
   * The suite to compare; without it, the runs are compared with all their suites. The agent is required if `runs` is
   * empty.
   */
  suiteKey: string;
  agentId: string;
  by: MatrixColumnSelection;
  /** The ids of the runs to compare; if empty, `by` chooses the runs. */
  runs: readonly string[];
};

export type MatrixColumn = RunMatrixFigures &
  Pick<RunListItem, 'runId' | 'startedAt' | 'agentId' | 'label' | 'commit' | 'branch'> & {
    connector: string | null;
    currency: string | undefined;
    /** The parts of the agent that differ from the previous column, such as its prompts. */
    changed: AgentPartName[];
  };

/**
 * The result of a case in one column, as a list instead of an object, because thousands of them are sent. Mean duration
 * in whole milliseconds and mean cost are per attempt.
 */
export type MatrixCell = [passed: number, judged: number, meanMs: number | null, meanCost: number | null];

/** A case with its result in each column; null if the run did not judge the case. `suite` is an index into `suites`. */
export type MatrixRow = [suite: number, caseId: string, ...cells: (MatrixCell | null)[]];

/** The cases of 2 to 6 runs. */
export type RunMatrix = {
  columns: MatrixColumn[];
  suites: string[];
  rows: MatrixRow[];
  /** Runs of the suite and agent that are in progress. */
  running: { runId: string; connector: string | null }[];
};

/** Compares runs case by case. Throws for an unknown run. */
export function readMatrix(database: Database, { suiteKey, agentId, by, runs }: MatrixRequest): RunMatrix {
  checkColumnCount(runs);
  // The runs in progress are read before the results: a run that ends in between is still reported as running, and the
  // page then requests the matrix again.
  const running = suiteKey === '' ? [] : listRunningRuns(database, { suiteKey, agentId });
  const chosenRuns =
    runs.length > 0 ? [...new Set(runs)].map(toChosenRun) : chooseRuns(database, { suiteKey, agentId }, by);
  const columns = chosenRuns.map((run) => readColumn(database, run, suiteKey));
  const suites = [...new Set(columns.flatMap(({ cases }) => cases.map((sums) => sums.suiteKey)))];
  return {
    columns: columns.map(({ column, parts }, index) => ({
      ...column,
      changed: index === 0 ? [] : findChangedAgentParts(columns[index - 1]?.parts ?? [], parts),
    })),
    suites,
    rows: joinRows(
      columns.map(({ cases }) => cases),
      suites,
    ),
    running,
  };
}

function toChosenRun(runId: string): Pick<ChosenRun, 'runId'> {
  return { runId };
}

function readColumn(database: Database, chosenRun: Pick<ChosenRun, 'runId'> & Partial<ChosenRun>, suiteKey: string) {
  const run = getRun(database, chosenRun.runId);
  if (run === undefined) throw new AppError('not_found', `There is no run ${chosenRun.runId} in this history.`);
  const cases = readCaseSums(database, run.runId, suiteKey === '' ? undefined : suiteKey);
  const { runId, startedAt, agentId, label, commit, branch, options } = run;
  const column = {
    ...computeRunFigures(cases),
    runId,
    startedAt,
    agentId,
    label,
    commit,
    branch,
    connector: chosenRun.connector ?? run.connector ?? null,
    currency: options.currency,
  };
  return { column, cases, parts: readAgentPartsOfRun(database, run.runId) };
}

/** Joins the cases in the order of the first column, followed by cases that only other columns have. */
function joinRows(columns: readonly (readonly CaseSums[])[], suites: readonly string[]): MatrixRow[] {
  const suiteIndexes = new Map(suites.map((key, index) => [key, index]));
  const rows = new Map<string, MatrixRow>();
  for (const [column, cases] of columns.entries()) {
    for (const sums of cases) {
      const key = caseKey(sums.suiteKey, sums.caseId);
      const emptyCells = columns.map(() => null);
      const row: MatrixRow = rows.get(key) ?? [suiteIndexes.get(sums.suiteKey) ?? 0, sums.caseId, ...emptyCells];
      row[column + 2] = toCell(sums);
      rows.set(key, row);
    }
  }
  return [...rows.values()];
}

function toCell({ passed, judged, ms, cost, priced }: CaseSums): MatrixCell {
  return [
    passed,
    judged,
    judged === 0 ? null : Math.round(ms / judged),
    priced === 0 || cost === null ? null : Number((cost / priced).toPrecision(4)),
  ];
}

function listRunningRuns(
  { sqlite }: Database,
  suite: Pick<MatrixRequest, 'suiteKey' | 'agentId'>,
): RunMatrix['running'] {
  return selectRows(
    sqlite,
    'runs',
    { runId: 'id', connector: 'connector' },
    "WHERE status = 'running' AND suite_key = :suiteKey AND agent_id = :agentId AND deleted_at IS NULL ORDER BY ordinal",
  ).all(suite);
}
