// The question that this page answers: which scores did each case get?
'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { RunHeader } from '@/components/runs/header/run-header';
import { useFollowRun } from '@/components/runs/use-follow-run';
import { ScoreGroups } from '@/components/scores/score-groups';
import { ScoreTable } from '@/components/scores/score-table';
import { buildScoreTableRow, listScorers, sortScoreRows } from '@/components/scores/score-table-model';
import { FilterField } from '@/components/ui/filter-field';
import { loadExport } from '@/components/ui/lazy-component';
import { Notice } from '@/components/ui/notice';
import { PendingQuery } from '@/components/ui/pending-query';
import { Skeleton } from '@/components/ui/skeleton';
import { Tabs } from '@/components/ui/tabs';
import { runQuery } from '@/lib/queries';
import { createCaseFilter } from '@/lib/view/case-filter';
import { computeFigures } from '@/lib/view/run-figures';
import { type CaseRow, isJudgedByScores, type RunState } from '@/runner/fold';
import { formatCount, formatCountWithNoun } from '@/runner/format';
import { serializeRunSearch } from '../search-params';
import { type ScoresTabName, scoresSearchParams, serializeScoresSearch } from './search-params';

const ScoreCharts = dynamic(() => loadExport(() => import('@/components/scores/score-charts'), 'ScoreCharts'), {
  loading: () => <Skeleton className="m-4 h-64" />,
});

export function ScoresView({ runId }: { runId: string }) {
  const run = useQuery(runQuery(runId));
  if (run.data === undefined) return <PendingQuery query={run} className="m-4 h-40" />;
  return <Scores state={run.data} />;
}

function Scores({ state }: { state: RunState }) {
  const connection = useFollowRun(state.runId, { hasEnded: state.finishedAt !== undefined, followsAllCases: true });
  const [search, setSearch] = useQueryStates(scoresSearchParams, { history: 'replace' });
  const all = state.rows.filter(isJudgedByScores);
  const rows = all.filter(createCaseFilter(search.q));
  const setFilter = (q: string) => void setSearch({ q: q === '' ? null : q });
  const caseHref = (row: CaseRow): string =>
    serializeRunSearch(`/runs/${state.runId}`, { suite: row.suiteKey, case: row.id });
  const filterHref = (q: string): string => serializeScoresSearch(`/runs/${state.runId}/scores`, { q });
  const tabs: { name: ScoresTabName; title: string; content: React.ReactNode }[] = [
    {
      name: 'table',
      title: 'Table',
      content: (
        <FilteredScoreTable
          all={all}
          rows={rows}
          sort={search.sort}
          onSort={(sort) => void setSearch({ sort })}
          hrefOf={caseHref}
        />
      ),
    },
    {
      name: 'groups',
      title: 'By tag and column',
      content: <ScoreGroups rows={rows} groupBy={state.options?.groupBy} hrefOf={filterHref} />,
    },
    { name: 'charts', title: 'Charts', content: <ScoreCharts rows={rows} hrefOf={caseHref} /> },
  ];
  return (
    <main className="flex min-h-0 grow flex-col">
      <RunHeader
        state={state}
        figures={computeFigures(state)}
        row={undefined}
        connection={connection}
        filter={search.q}
        onFilter={setFilter}
      />
      <div className="flex shrink-0 items-center gap-3 bg-surface px-4 py-2">
        <FilterField
          label="Filter the cases"
          placeholder="Filter: words, s:failed, @tag, !not"
          value={search.q}
          onChange={setFilter}
          className="w-96 min-w-0 shrink"
        />
        <p role="status" className="shrink-0 text-ink-faint text-xs tabular-nums">
          {rows.length === all.length
            ? formatCountWithNoun(all.length, 'case')
            : `${formatCount(rows.length)} of ${formatCountWithNoun(all.length, 'case')}`}
        </p>
      </div>
      <div className="flex min-h-0 grow flex-col bg-surface">
        <Tabs
          label="Views of the scores"
          value={search.view}
          onValueChange={(view) => void setSearch({ view })}
          tabs={tabs.map((tab) => ({ ...tab, content: tab.name === search.view && tab.content }))}
        />
      </div>
    </main>
  );
}

type TableProps = {
  all: readonly CaseRow[];
  rows: readonly CaseRow[];
  sort: string;
  onSort: (sort: string) => void;
  hrefOf: (row: CaseRow) => string;
};

function FilteredScoreTable({ all, rows, sort, onSort, hrefOf }: TableProps) {
  if (rows.length === 0) {
    return <Notice title={all.length === 0 ? 'This run has no scored cases.' : 'No matches'} />;
  }
  // Shows a column for each scorer of any case, even a hidden one, so that filtering cases does not move columns.
  const scorers = listScorers(all);
  const sortedRows = sortScoreRows(
    rows.map((row) => buildScoreTableRow(row, scorers)),
    sort,
  );
  return (
    <div className="flex h-full flex-col">
      <ScoreTable rows={sortedRows} scorers={scorers} sort={sort} onSort={onSort} hrefOf={hrefOf} />
    </div>
  );
}
