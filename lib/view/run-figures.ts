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

/** The figures on the page of a run over all its cases. */
export type RunFigures = {
  cases: number;
  attempts: number;
  /** The number of attempts that count in the pass rate once they have ended. */
  counting: number;
  finished: number;
  running: number;
  /** Set if `attempts` is an upper limit, because cases are repeated only until they are decided. */
  isUpperLimit?: true;
  /** The number of cases that did not pass; `lastUnsuccessfulId` is the id of the last one. */
  unsuccessfulCount: number;
  lastUnsuccessfulId?: string;
  /** The number of cases that a stopped run did not get to. */
  notRun: number;
  metrics: MeasuredMetric[];
  /** True if some cases are rows of a table with scores. */
  scored: boolean;
  /** The parts of cases that had no effect, as text; set after the end of a run. */
  idle: string | undefined;
  /** The warnings of the run and of its cases, each text once. */
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
    // The number of attempts in the pass rate. If cases are repeated until decided, only the first attempts of cases
    // that are not excluded count.
    counting: (isAuto ? rows.length : attempts) - (isAuto ? rows.filter(isExcluded).length : setAside),
    ...(maxAutoRuns === undefined ? {} : { isUpperLimit: true as const }),
    finished: passed + failed + error + timeout + skipped + setAside,
    running,
    unsuccessfulCount: badRows.length,
    lastUnsuccessfulId,
    notRun: listCasesNotRun(state).length,
    metrics: listMeasuredMetrics(rows),
    scored: rows.some(isJudgedByScores),
    // Most cases of an experiment are variants of one case, so parts of them without effect say nothing about the
    // suite.
    idle: finishedAt === undefined || options?.purpose !== undefined ? undefined : describeUnusedCaseParts(rows),
    warnings: listRunWarnings(state),
  };
}

/** True when the case will have no further attempts. */
function isCaseFinished(row: CaseRow): boolean {
  return findCaseDecision(row) !== undefined || row.attempts.every(({ status }) => hasEnded(status));
}

export function listUnsuccessfulRows(rows: readonly CaseRow[]): CaseRow[] {
  return rows.filter(isUnsuccessfulRow);
}

const MIN_FINISHED_FOR_ESTIMATE = 3;

/** Returns the estimated time left, in milliseconds; undefined while too little is known. */
export function estimateTimeLeft(
  { attempts, finished, isUpperLimit }: RunFigures,
  elapsedMs: number,
): number | undefined {
  if (isUpperLimit === true || finished < MIN_FINISHED_FOR_ESTIMATE || finished >= attempts) return undefined;
  return (elapsedMs / finished) * (attempts - finished);
}
