import { type CaseKey, parseCaseKey } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import type { MeasureSum } from '../read/read-figures.ts';
import { IS_JUDGED } from '../read/read-outcomes.ts';
import type { MeasureName } from '../runs/run-figures.ts';

/** The sums over the judged attempts of some cases. */
export type MeasureSums = Record<MeasureName, MeasureSum>;

type SumsRequest = {
  cases: Iterable<CaseKey>;
  runIds: readonly string[];
};

type CaseSumsRow = { runId: string } & Record<`${MeasureName}Sum` | `${MeasureName}Known`, number | null>;

/** Sums the measures of these cases by run. Uses the index on cases, so fewer cases are faster. */
export function readCaseSums({ sqlite }: Database, { cases, runIds }: SumsRequest): Map<string, MeasureSums> {
  const rows = sqlite
    .prepare<unknown[], CaseSumsRow>(
      `SELECT run_id AS runId, SUM(turns) AS turnsSum, COUNT(turns) AS turnsKnown,
              SUM(input_tokens + output_tokens) AS tokensSum, SUM(input_tokens + output_tokens <> 0) AS tokensKnown,
              SUM(cost) AS costSum, COUNT(cost) AS costKnown, SUM(score) AS scoreSum, COUNT(score) AS scoreKnown,
              SUM(elicited) AS elicitedSum, COUNT(elicited) AS elicitedKnown
       FROM json_each(:cases) AS wanted CROSS JOIN attempts INDEXED BY attempts_by_case
         ON suite_key = wanted.value ->> 'suiteKey' AND case_id = wanted.value ->> 'caseId' AND run_id IN (SELECT value FROM json_each(:runIds))
       WHERE ${IS_JUDGED}
       GROUP BY run_id`,
    )
    .all({
      cases: JSON.stringify(Array.from(cases, parseCaseKey)),
      runIds: JSON.stringify(runIds),
    });
  return new Map(rows.map((row) => [row.runId, parseSums(row)]));
}

export function emptySums(): MeasureSums {
  const none = { sum: 0, known: 0 };
  return { turns: none, tokens: none, cost: none, score: none, elicited: none };
}

function parseSums(row: CaseSumsRow): MeasureSums {
  const readSum = (name: MeasureName): MeasureSum => ({ sum: row[`${name}Sum`] ?? 0, known: row[`${name}Known`] ?? 0 });
  return {
    turns: readSum('turns'),
    tokens: readSum('tokens'),
    cost: readSum('cost'),
    score: readSum('score'),
    elicited: readSum('elicited'),
  };
}
