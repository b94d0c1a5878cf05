import { describe, expect, it } from 'vitest';
import type { MatrixCell, MatrixColumn, MatrixRow } from '@/lib/queries';
import { type MatrixCaseFilter, matrixCaseFilters } from '@/runner/contract';
import { arrangeRows, matchesMatrixCaseFilter } from './arrange-rows';
import { columnTitles } from './column-titles';

const cell = (passed: number, judged: number, cost: number | null = null): MatrixCell => [passed, judged, 10, cost];
const row = (id: string, ...cells: (MatrixCell | null)[]): MatrixRow => [0, id, ...cells];

describe('the modes of a row', () => {
  it.each<[string, MatrixRow, MatrixCaseFilter[]]>([
    ['the same', row('a', cell(1, 1), cell(5, 5)), ['all']],
    ['worse', row('a', cell(1, 1), cell(0, 1)), ['all', 'differ', 'worse']],
    ['better', row('a', cell(0, 1), cell(1, 1)), ['all', 'differ']],
    ['flaky in both', row('a', cell(1, 2), cell(2, 4)), ['all', 'flaky']],
    ['flaky in the second', row('a', cell(2, 2), cell(1, 2)), ['all', 'differ', 'worse', 'flaky']],
    ['not run by the first', row('a', null, cell(0, 1)), ['all']],
    ['not run by the second', row('a', cell(0, 1), null), ['all']],
  ])('%s', (_, each, modes) => {
    expect(matrixCaseFilters.filter((mode) => matchesMatrixCaseFilter(each, mode))).toEqual(modes);
  });
});

describe('arrangeRows', () => {
  const rows = [
    row('fine', cell(5, 5, 0.1), cell(5, 5, 0.2)),
    row('some lost', cell(5, 5, 0.9), cell(3, 5, null)),
    row('new', null, cell(0, 1, 0.3)),
    row('all lost', cell(5, 5), cell(0, 5)),
    row('رد المبلغ', cell(0, 5), cell(5, 5)),
  ];
  const ids = (settings: Partial<Parameters<typeof arrangeRows>[1]>) =>
    arrangeRows(rows, { mode: 'all', sort: 'suite', filter: '', ...settings }).map(([, id]) => id);

  it('sorts by the largest loss, and rows without a first column last', () => {
    expect(ids({ sort: 'regression' })).toEqual(['all lost', 'some lost', 'fine', 'رد المبلغ', 'new']);
  });

  it('sorts by the cost of the most expensive column', () => {
    expect(ids({ sort: 'cost' })).toEqual(['some lost', 'new', 'fine', 'all lost', 'رد المبلغ']);
  });

  it('keeps rows that have all words, in any order and case', () => {
    expect(ids({ filter: 'LOST  all' })).toEqual(['all lost']);
    expect(ids({ filter: 'المبلغ' })).toEqual(['رد المبلغ']);
    expect(ids({ mode: 'worse' })).toEqual(['some lost', 'all lost']);
  });
});

describe('columnTitles', () => {
  const column = (columnFields: Partial<MatrixColumn>) =>
    ({ agentId: 'shop', connector: 'small', ...columnFields }) as MatrixColumn;
  const titles = (...columns: Partial<MatrixColumn>[]) => columnTitles(columns.map(column));

  it('are the connectors, with the agents if there are several', () => {
    expect(titles({}, { connector: null })).toEqual(['small', 'the agent’s own connector']);
    expect(titles({}, { agentId: 'clerk' })).toEqual(['shop @ small', 'clerk @ small']);
  });

  it('name the label, the commit or the place of runs that share them', () => {
    expect(titles({ label: 'before' }, { commit: '0123456789' }, {}, { connector: 'large' })).toEqual([
      'small · before',
      'small · 0123456',
      'small · run 3',
      'large',
    ]);
  });
});
