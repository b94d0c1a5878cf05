// The question that this page answers: what is broken now, since when, why, and is it new?
'use client';

import { useQuery } from '@tanstack/react-query';
import { FirstSteps } from '@/components/today/first-steps';
import { OpenTasks } from '@/components/today/open-tasks';
import { ReliableCaseShare } from '@/components/today/reliable-case-share';
import { SeriesList } from '@/components/today/series-list';
import { TextLink } from '@/components/ui/links';
import { PendingQuery } from '@/components/ui/pending-query';
import { type Overview, overviewQuery } from '@/lib/queries';

/** The first page of the dashboard: the suites that need attention, each with one sentence. */
export function TodayView() {
  const query = useQuery(overviewQuery());
  return (
    <main className="grow overflow-y-auto">
      <div className="mx-auto flex max-w-7xl flex-col gap-5 px-4 py-5">
        <h1 className="sr-only">Today</h1>
        {query.isError && query.data !== undefined && (
          <p role="alert" className="text-late">
            {query.error.message} This page may be out of date.
          </p>
        )}
        {query.data === undefined ? <PendingQuery query={query} shape="rows" /> : <TodayContents data={query.data} />}
      </div>
    </main>
  );
}

function TodayContents({ data }: { data: Overview }) {
  if (data.series.length === 0) return <FirstSteps />;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <ReliableCaseShare of={data.reliable} />
        <TextLink href="/runs?new=true">New run</TextLink>
      </div>
      <SeriesList series={data.series} />
      <OpenTasks of={data.work} proposals={data.proposals} />
    </>
  );
}
