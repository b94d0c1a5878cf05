import { queryOptions } from '@tanstack/react-query';
import { retryForever } from '@/lib/queries';
import { getFromRoute } from '@/lib/queries/fetch-json';
import type { ScreenWindow } from '@/lib/view/run-screen';

type ScreenRequest = Omit<ScreenWindow, 'limit'>;

const OFTEN_MS = 1_000;
const FORGOTTEN_AFTER_MS = 30_000;

/** One page of a run that is too large to send whole; polled while the run lasts. */
export function runScreenQuery(runId: string, request: ScreenRequest) {
  return queryOptions({
    queryKey: [...runScreensKey(runId), request],
    queryFn: ({ signal }) => getFromRoute('GET /api/runs/[runId]/cases', { runId, ...toSearch(request) }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FORGOTTEN_AFTER_MS,
    refetchInterval: (query) => (query.state.data?.state.finishedAt === undefined ? OFTEN_MS : false),
    ...retryForever,
  });
}

export function runScreensKey(runId: string): readonly string[] {
  return ['run', runId, 'screen'];
}

function toSearch({ q, suite, case: caseId, offset }: ScreenRequest) {
  return { q: q === '' ? undefined : q, suite: suite ?? undefined, case: caseId ?? undefined, offset };
}
