import { describe, expect, it } from 'vitest';
import { finishedRun } from '@/runner/testing/finished-run';
import { experimentResult } from '@/runner/testing/measured-results';
import { buildScoreTableRow, listScorers, sortScoreRows } from './score-table-model';

const range = { min: 0.5, max: 0.9 };
const scoredRow = (id: string, score: number | null, attempt = 1) =>
  experimentResult({
    id,
    attempt,
    status: score === null ? 'error' : 'passed',
    scores: [{ metric: 'tone', position: 0, score, passed: score === 0.7, range }],
  });
const buildTable = (results: Parameters<typeof finishedRun>[0]) => {
  const { rows } = finishedRun(results).state;
  const scorers = listScorers(rows);
  return { scorers, table: rows.map((row) => buildScoreTableRow(row, scorers)) };
};
const rowIds = (rows: ReturnType<typeof sortScoreRows>): string[] => rows.map(({ row }) => row.id);

describe('the table of scores', () => {
  it('has a column for each scorer, and says how far every score is from its range', () => {
    const { scorers, table } = buildTable([experimentResult()]);
    expect(scorers).toEqual(['politeness', 'language']);
    expect(table[0]?.figures.map((summary) => summary?.score)).toEqual([0.95, 0.25]);
    expect(table[0]?.figures[0]?.distance).toBe(0);
    expect(table[0]?.figures[1]?.distance).toBeCloseTo(-0.55);
    expect(table[0]?.farthest).toBeCloseTo(-0.55);
  });

  it('has the mean of several attempts, which passed when all did', () => {
    const { table } = buildTable([scoredRow('a', 0.7), scoredRow('a', 0.3, 2), scoredRow('a', null, 3)]);
    expect(table[0]?.figures[0]).toMatchObject({ score: 0.5, passed: false, attempts: 3, passedAttempts: 1 });
  });

  it('leaves the place of a scorer empty that has not spoken', () => {
    const { table } = buildTable([scoredRow('a', 0.7), experimentResult({ id: 'b' })]);
    expect(table[0]?.figures.map((summary) => summary !== undefined)).toEqual([true, false, false]);
  });

  it('is sorted by name, by distance on either side, or by a scorer, and what has no score comes last', () => {
    const { table } = buildTable([
      scoredRow('row-10', 1),
      scoredRow('row-2', 0.1),
      scoredRow('row-1', null),
      scoredRow('row-3', 0.7),
    ]);
    expect(rowIds(sortScoreRows(table, ''))).toEqual(['row-10', 'row-2', 'row-1', 'row-3']);
    expect(rowIds(sortScoreRows(table, 'case'))).toEqual(['row-1', 'row-2', 'row-3', 'row-10']);
    expect(rowIds(sortScoreRows(table, '-distance'))).toEqual(['row-2', 'row-10', 'row-3', 'row-1']);
    expect(rowIds(sortScoreRows(table, '0'))).toEqual(['row-2', 'row-3', 'row-10', 'row-1']);
    expect(rowIds(sortScoreRows(table, '-0'))).toEqual(['row-10', 'row-3', 'row-2', 'row-1']);
    expect(rowIds(sortScoreRows(table, 'status'))).toEqual(['row-1', 'row-10', 'row-2', 'row-3']);
  });

  it.each(['unknown', '99', '-', '--case'])('is as in the file for an address that says to sort by %j', (sort) => {
    const { table } = buildTable([scoredRow('b', 0.9), scoredRow('a', 0.7)]);
    expect(rowIds(sortScoreRows(table, sort))).toEqual(['b', 'a']);
  });
});
