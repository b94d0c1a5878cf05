// The question that this page answers: where is the run that I am looking for?
'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { ListPage } from '@/components/layout/list-page';
import type { RunGrouping } from '@/components/runs/list/group-runs';
import { RunList } from '@/components/runs/list/run-list';
import { Button } from '@/components/ui/button';
import { Plus } from '@/components/ui/icons';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { PendingQuery } from '@/components/ui/pending-query';
import { runsQuery } from '@/lib/queries';
import { runsSearchParams } from './search-params';

const NewRunDialog = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/runs/new-run/new-run-dialog'), 'NewRunDialog')),
);

const RUNS_PER_PAGE = 100;

export function RunsView() {
  const [search, setSearch] = useQueryStates(runsSearchParams, { history: 'replace' });
  return (
    <>
      <ListPage
        title="Runs"
        filter={{
          label: 'Filter the runs',
          placeholder: 'Words, or s:failed',
          text: search.q,
          onText: (q) => void setSearch({ q, limit: null }),
        }}
        create={{ label: 'New run', icon: Plus, onCreate: () => void setSearch({ new: true }) }}
      >
        <RunsContents
          text={search.q}
          limit={search.limit}
          by={search.by}
          onBy={(by) => void setSearch({ by })}
          onMore={() => void setSearch({ limit: search.limit + RUNS_PER_PAGE })}
          onNew={() => void setSearch({ new: true })}
          onClear={() => void setSearch({ q: null })}
        />
      </ListPage>
      {search.new && <NewRunDialog onClose={() => void setSearch({ new: null })} />}
    </>
  );
}

type RunsContentsProps = {
  text: string;
  limit: number;
  by: RunGrouping;
  onBy: (by: RunGrouping) => void;
  onMore: () => void;
  onNew: () => void;
  onClear: () => void;
};

function RunsContents({ text, limit, by, onBy, onMore, onNew, onClear }: RunsContentsProps) {
  const query = useQuery(runsQuery({ text, limit }));
  if (query.data === undefined) return <PendingQuery query={query} shape="rows" />;
  return (
    <>
      {query.isError && (
        <p role="alert" className="text-late">
          {query.error.message} This list may be out of date.
        </p>
      )}
      <RunList
        page={query.data}
        by={by}
        onBy={onBy}
        emptyText={<NoRuns text={text} onNew={onNew} onClear={onClear} />}
      />
      {query.data.hasMore && (
        <Button className="self-center" onClick={onMore}>
          Show older runs
        </Button>
      )}
    </>
  );
}

function NoRuns({ text, onNew, onClear }: Pick<RunsContentsProps, 'text' | 'onNew' | 'onClear'>) {
  if (text !== '') {
    return (
      <Notice title={`No runs match “${text}”`}>
        <Button onClick={onClear}>Show all runs</Button>
      </Notice>
    );
  }
  return (
    <Notice
      title="No runs yet."
      details={['Start one here, or in a terminal with "turntree test": it appears on this page either way.']}
    >
      <Button look="primary" onClick={onNew}>
        New run
      </Button>
      <TextLink href="/try" className="self-center">
        Try an agent
      </TextLink>
    </Notice>
  );
}
