import { type CaseRow, hasEnded, idleText, isScored, isSetAside, type RunState } from '../../runner/fold/index.ts';
import { caseDecision, type MeasuredMetric, measuredMetrics } from '../../runner/verdict/index.ts';
import { isBadRow } from './row-status.ts';

/** The figures on the page of a run over all its cases. */
export type RunFigures = {
  cases: number;
  attempts: number;
  /** Those of them that are in the pass rate, when they have ended. */
  counting: number;
  finished: number;
  running: number;
  /** Cases are repeated until they are decided: there will not be more attempts than `attempts`. */
  atMost?: true;
  /** Cases that did not pass, and the id of the last of them. */
  bad: number;
  lastBad?: string;
  metrics: MeasuredMetric[];
  /** There are rows of a table among the cases. */
  scored: boolean;
  /** Of a run that is over: the parts of cases that did nothing, in words. */
  idle: string | undefined;
};

export function computeFigures({ rows, counts, options, finishedAt }: RunState): RunFigures {
  const isAuto = options?.autoRuns !== undefined;
  const most = finishedAt === undefined ? options?.autoRuns?.max : undefined;
  const bad = badRows(rows);
  const lastBad = bad.at(-1)?.id;
  const { passed, failed, error, timeout, skipped, setAside = 0 } = counts;
  let attempts = 0;
  let running = 0;
  for (const row of rows) {
    attempts += most === undefined || isSettled(row) ? row.attempts.length : most;
    for (const attempt of row.attempts) if (attempt.status === 'running') running += 1;
  }
  return {
    cases: rows.length,
    attempts,
    // In the rate are first attempts alone, and of no case that is set aside.
    counting: (isAuto ? rows.length : attempts) - (isAuto ? rows.filter(isSetAside).length : setAside),
    ...(most === undefined ? {} : { atMost: true as const }),
    finished: passed + failed + error + timeout + skipped + setAside,
    running,
    bad: bad.length,
    lastBad,
    metrics: measuredMetrics(rows),
    scored: rows.some(isScored),
    idle: finishedAt === undefined ? undefined : idleText(rows),
  };
}

/** There will be no further attempts of it. */
function isSettled(row: CaseRow): boolean {
  return caseDecision(row) !== undefined || row.attempts.every(({ status }) => hasEnded(status));
}

export function badRows(rows: readonly CaseRow[]): CaseRow[] {
  return rows.filter(isBadRow);
}

const ENOUGH_TO_GUESS = 3;

/** Returns the estimated time left, in milliseconds; undefined while too little is known. */
export function timeLeft({ attempts, finished, atMost }: RunFigures, elapsedMs: number): number | undefined {
  if (atMost === true || finished < ENOUGH_TO_GUESS || finished >= attempts) return undefined;
  return (elapsedMs / finished) * (attempts - finished);
}
