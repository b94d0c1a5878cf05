// The question that this page answers: in which run did which case get worse, and what is said instead?
'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { arrangeRows, matrixCells } from '@/components/compare/matrix/arrange-rows';
import { columnTitles } from '@/components/compare/matrix/column-titles';
import { MatrixActions } from '@/components/compare/matrix/matrix-actions';
import { MatrixDefinitions } from '@/components/compare/matrix/matrix-definitions';
import type { MatrixSettings } from '@/components/compare/matrix/matrix-settings';
import { MatrixTable } from '@/components/compare/matrix/matrix-table';
import { MatrixToolbar } from '@/components/compare/matrix/matrix-toolbar';
import { rowKey } from '@/components/compare/matrix/row-key';
import { RunningColumns } from '@/components/compare/matrix/running-columns';
import { useMatrixSelection } from '@/components/compare/matrix/use-matrix-selection';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { Notice } from '@/components/ui/notice';
import { PendingQuery } from '@/components/ui/pending-query';
import { matrixQuery, type RunMatrix } from '@/lib/queries';
import { MatrixTitle } from './matrix-title';
import { matrixSearchParams } from './search-params';

const MatrixConversations = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/compare/matrix/matrix-conversations'), 'MatrixConversations')),
);

export function MatrixView() {
  const [{ suite, agent, by, runs }] = useQueryStates(matrixSearchParams);
  const query = useQuery(matrixQuery({ suite, agent, by, runs }));
  return (
    <main className="relative flex min-h-0 grow flex-col">
      <header className="flex shrink-0 flex-col gap-2 px-4 pt-3 pb-2">
        <MatrixTitle suite={suite === '' ? 'Runs' : suite} />
        {query.data !== undefined && <RunningColumns running={query.data.running} />}
        <MatrixDefinitions />
      </header>
      {query.data === undefined ? <PendingQuery query={query} shape="table" /> : <LoadedMatrix matrix={query.data} />}
    </main>
  );
}

function LoadedMatrix({ matrix }: { matrix: RunMatrix }) {
  const [search, setSearch] = useQueryStates(matrixSearchParams, { history: 'replace' });
  const { suite, agent, by, mode, sort, q: filter } = search;
  const ticks = useMatrixSelection(matrix.columns.map(({ runId }) => runId));
  const rows = arrangeRows(matrix.rows, { mode, sort, filter });
  const openRow = rows.find((row) => rowKey(row, matrix.suites) === search.at);
  const applyViewSettings = (name: string | null, { runs, filter: q, ...view }: MatrixSettings) =>
    void setSearch({ ...view, q, runs: runs.join(','), view: name, at: null, column: null, open: null });
  return (
    <>
      <MatrixToolbar
        matrix={matrix}
        view={{ suite, agent, by, mode, sort, filter, runs: search.runs.split(',').filter((id) => id !== '') }}
        name={search.view}
        onView={applyViewSettings}
      />
      {ticks.rows.size > 0 && <MatrixActions matrix={matrix} ticks={ticks} />}
      {rows.length === 0 ? (
        <EmptyMatrix matrix={matrix} />
      ) : (
        <MatrixTable
          matrix={matrix}
          rows={rows}
          currentCell={search.at === null ? undefined : { key: search.at, column: search.column }}
          ticks={ticks}
          onPlace={({ key, column }, effect) =>
            void setSearch({ at: key, column, ...(effect === 'open' && { open: true }) })
          }
        />
      )}
      {search.open && openRow !== undefined && (
        <CellConversations
          matrix={matrix}
          row={openRow}
          column={search.column}
          onClose={() => void setSearch({ open: false })}
        />
      )}
    </>
  );
}

function EmptyMatrix({ matrix: { columns, rows } }: { matrix: RunMatrix }) {
  if (columns.length === 0) {
    return (
      <Notice title="No complete run of this suite and agent yet." details={['Run the suite, or choose columns.']} />
    );
  }
  return <Notice title={rows.length === 0 ? 'These runs have no results.' : 'No matches'} />;
}

type CellConversationsProps = {
  matrix: RunMatrix;
  row: RunMatrix['rows'][number];
  column: number;
  onClose: () => void;
};

/**
 * Shows the conversations of the current cell beside those of the first column for the same case. If the current cell
 * is in the first column, it is compared with the second column.
 */
function CellConversations({ matrix: { columns, suites }, row, column, onClose }: CellConversationsProps) {
  const titles = columnTitles(columns);
  const buildComparedRunSide = (index: number) => {
    const { runId = '' } = columns[index] ?? {};
    return { runId, title: titles[index] ?? '', judged: matrixCells(row)[index]?.[1] ?? 0 };
  };
  const [suite, caseId] = row;
  const other = Math.min(Math.max(column, 1), columns.length - 1);
  return (
    <MatrixConversations
      key={`${rowKey(row, suites)} ${other}`}
      suiteKey={suites[suite] ?? ''}
      caseId={caseId}
      before={buildComparedRunSide(0)}
      after={buildComparedRunSide(other)}
      onClose={onClose}
    />
  );
}
