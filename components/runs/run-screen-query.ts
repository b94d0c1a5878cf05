import { queryOptions } from '@tanstack/react-query';
import { retryForever } from '@/lib/queries';
import { getFromRoute } from '@/lib/queries/fetch-json';
import type { ScreenWindow } from '@/lib/view/run-screen';

type RunCasesPageRequest = Omit<ScreenWindow, 'limit'>;

const REFETCH_INTERVAL_MS = 1_000;
const CACHE_TIME_MS = 30_000;

/** Queries one page of the case list of a large run. Polls while the run is in progress. */
export function runCasesPageQuery(runId: string, request: RunCasesPageRequest) {
  return queryOptions({
    queryKey: [...runCasesPagesKey(runId), request],
    queryFn: ({ signal }) => getFromRoute('GET /api/runs/[runId]/cases', { runId, ...toSearchParams(request) }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: CACHE_TIME_MS,
    refetchInterval: (query) => (query.state.data?.state.finishedAt === undefined ? REFETCH_INTERVAL_MS : false),
    ...retryForever,
  });
}

export function runCasesPagesKey(runId: string): readonly string[] {
  return ['run', runId, 'screen'];
}

function toSearchParams({ q, suite, case: caseId, offset }: RunCasesPageRequest) {
  return { q: q === '' ? undefined : q, suite: suite ?? undefined, case: caseId ?? undefined, offset };
}
