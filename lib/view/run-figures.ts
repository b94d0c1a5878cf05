import {
  type CaseRow,
  describeUnusedCaseParts,
  hasEnded,
  isExcluded,
  isJudgedByScores,
  listCasesNotRun,
  listRunWarnings,
  type RunState,
} from '../../runner/fold/index.ts';
import { findCaseDecision, listMeasuredMetrics, type MeasuredMetric } from '../../runner/verdict/index.ts';
import { isUnsuccessfulRow } from './row-status.ts';

/** The totals over all cases of a run, for the page of the run. */
export type RunFigures = {
  cases: number;
  attempts: number;
  /** The number of attempts on which the pass rate will be based when all have ended. */
  counting: number;
  finished: number;
  running: number;
  /** True if `attempts` is only an upper limit, because cases are repeated until their result is clear. */
  isUpperLimit?: true;
  /** The number of cases that did not pass, and the id of the last one. */
  unsuccessfulCount: number;
  lastUnsuccessfulId?: string;
  /** The number of cases that did not run, because the run was stopped. */
  notRun: number;
  metrics: MeasuredMetric[];
  /** True if some cases are rows of an experiment, with scores. */
  scored: boolean;
  /** Describes parts of the cases that had no effect; only set after the end of a run. */
  idle: string | undefined;
  /** The warnings of the run and its cases, without duplicates. */
  warnings: string[];
};

export function computeFigures(state: RunState): RunFigures {
  const { rows, counts, options, finishedAt } = state;
  const isAuto = options?.autoRuns !== undefined;
  const maxAutoRuns = finishedAt === undefined ? options?.autoRuns?.max : undefined;
  const badRows = listUnsuccessfulRows(rows);
  const lastUnsuccessfulId = badRows.at(-1)?.id;
  const { passed, failed, error, timeout, skipped, setAside = 0 } = counts;
  let attempts = 0;
  let running = 0;
  for (const row of rows) {
    attempts += maxAutoRuns === undefined || isCaseFinished(row) ? row.attempts.length : maxAutoRuns;
    for (const attempt of row.attempts) if (attempt.status === 'running') running += 1;
  }
  return {
    cases: rows.length,
    attempts,
    // Counts the attempts on which the pass rate is based, without excluded cases. If cases are repeated until their
    // result is clear, only their first attempts count.
    counting: (isAuto ? rows.length : attempts) - (isAuto ? rows.filter(isExcluded).length : setAside),
    ...(maxAutoRuns === undefined ? {} : { isUpperLimit: true as const }),
    finished: passed + failed + error + timeout + skipped + setAside,
    running,
    unsuccessfulCount: badRows.length,
    lastUnsuccessfulId,
    notRun: listCasesNotRun(state).length,
    metrics: listMeasuredMetrics(rows),
    scored: rows.some(isJudgedByScores),
    // Undefined for experiments: most of their cases are variants of one case, so unused parts of them say nothing
    // about the suite.
    idle: finishedAt === undefined || options?.purpose !== undefined ? undefined : describeUnusedCaseParts(rows),
    warnings: listRunWarnings(state),
  };
}

/** Returns true if the case will have no further attempts. */
function isCaseFinished(row: CaseRow): boolean {
  return findCaseDecision(row) !== undefined || row.attempts.every(({ status }) => hasEnded(status));
}

export function listUnsuccessfulRows(rows: readonly CaseRow[]): CaseRow[] {
  return rows.filter(isUnsuccessfulRow);
}

const MIN_FINISHED_FOR_ESTIMATE = 3;

/** Returns the estimated time left in milliseconds; undefined while there is too little data. */
export function estimateTimeLeft(
  { attempts, finished, isUpperLimit }: RunFigures,
  elapsedMs: number,
): number | undefined {
  if (isUpperLimit === true || finished < MIN_FINISHED_FOR_ESTIMATE || finished >= attempts) return undefined;
  return (elapsedMs / finished) * (attempts - finished);
}
