import type { MeasureName } from '../runs/run-figures.ts';

/** The sum of a measure over the attempts for which it is known. */
export type MeasureSum = { sum: number; known: number };
export type MeasureSums = Record<MeasureName, MeasureSum>;

export type MeasureSumsRow = Record<`${MeasureName}Sum` | `${MeasureName}Known`, number | null>;

/** SQL for the columns of a `MeasureSumsRow`. Attempts whose tokens were not counted have 0 tokens. */
export const MEASURE_SUMS_SQL = `SUM(turns) AS turnsSum, COUNT(turns) AS turnsKnown,
  SUM(input_tokens + output_tokens) AS tokensSum, SUM(input_tokens + output_tokens <> 0) AS tokensKnown,
  SUM(cost) AS costSum, COUNT(cost) AS costKnown, SUM(score) AS scoreSum, COUNT(score) AS scoreKnown,
  SUM(elicited) AS elicitedSum, COUNT(elicited) AS elicitedKnown`;

export function createEmptySums(): MeasureSums {
  const emptySum = { sum: 0, known: 0 };
  return { turns: emptySum, tokens: emptySum, cost: emptySum, score: emptySum, elicited: emptySum };
}

export function parseSums(row: MeasureSumsRow): MeasureSums {
  const toMeasureSum = (name: MeasureName): MeasureSum => ({
    sum: row[`${name}Sum`] ?? 0,
    known: row[`${name}Known`] ?? 0,
  });
  return {
    turns: toMeasureSum('turns'),
    tokens: toMeasureSum('tokens'),
    cost: toMeasureSum('cost'),
    score: toMeasureSum('score'),
    elicited: toMeasureSum('elicited'),
  };
}
