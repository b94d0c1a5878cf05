import { classifyStabilityRate, computePassRateInterval, type Interval } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { IS_JUDGED_SQL } from '../read/read-outcomes.ts';

/** The results of a run, overall or for one case. Means are per attempt. */
export type MatrixFigures = {
  passed: number;
  judged: number;
  meanMs: number | null;
  /** The mean cost of an attempt; null if no connector has token prices. */
  meanCost: number | null;
};

/** The figures of a run, or of one suite of it. */
export type RunMatrixFigures = MatrixFigures & {
  band: Interval | null;
  /** The number of repeated cases, and how many of them are stable. */
  repeated: number;
  stable: number;
};

export type CaseSums = {
  suiteKey: string;
  caseId: string;
  passed: number;
  judged: number;
  ms: number;
  cost: number | null;
  priced: number;
};

/**
 * Returns the sums for each case of a run, in the order in which the cases started; with `suiteKey`, only for the cases
 * of that suite.
 */
export function readCaseSums({ sqlite }: Database, runId: string, suiteKey?: string): CaseSums[] {
  return sqlite
    .prepare<[{ runId: string; suiteKey: string | null }], CaseSums>(
      `SELECT suite_key AS suiteKey, case_id AS caseId, SUM(status = 'passed') AS passed, COUNT(*) AS judged,
              SUM(duration_ms) AS ms, SUM(cost) AS cost, COUNT(cost) AS priced
       FROM attempts WHERE run_id = :runId AND (:suiteKey IS NULL OR suite_key = :suiteKey) AND ${IS_JUDGED_SQL}
       GROUP BY suite_key, case_id ORDER BY MIN(first_seq)`,
    )
    .all({ runId, suiteKey: suiteKey ?? null });
}

export function computeRunFigures(cases: readonly CaseSums[]): RunMatrixFigures {
  const total = { passed: 0, judged: 0, ms: 0, cost: 0, priced: 0 };
  for (const { passed, judged, ms, cost, priced } of cases) {
    total.passed += passed;
    total.judged += judged;
    total.ms += ms;
    total.cost += cost ?? 0;
    total.priced += priced;
  }
  const repeatedCases = cases.filter(({ judged }) => judged > 1);
  return {
    ...toFigures(total),
    band: cases.length === 0 ? null : computePassRateInterval(cases),
    repeated: repeatedCases.length,
    stable: repeatedCases.filter(({ passed, judged }) => classifyStabilityRate(passed / judged) === 'stable').length,
  };
}

export function toFigures({ passed, judged, ms, cost, priced }: Omit<CaseSums, 'suiteKey' | 'caseId'>): MatrixFigures {
  return {
    passed,
    judged,
    meanMs: judged === 0 ? null : ms / judged,
    meanCost: priced === 0 || cost === null ? null : cost / priced,
  };
}
