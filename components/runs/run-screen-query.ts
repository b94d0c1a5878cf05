import { queryOptions } from '@tanstack/react-query';
import { getJson, untilAnswered } from '@/lib/queries';
import type { AskedScreen, RunScreen } from '@/lib/view/run-screen';

type ScreenRequest = Omit<AskedScreen, 'limit'>;

const OFTEN_MS = 1_000;
const FORGOTTEN_AFTER_MS = 30_000;

/** A part of a run that is too large to be sent whole; asked for again and again while the run goes on. */
export function runScreenQuery(runId: string, asked: ScreenRequest) {
  return queryOptions({
    queryKey: [...runScreensKey(runId), asked],
    queryFn: ({ signal }) => getJson<RunScreen>(addressOf(runId, asked), signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FORGOTTEN_AFTER_MS,
    refetchInterval: (query) => (query.state.data?.state.finishedAt === undefined ? OFTEN_MS : false),
    ...untilAnswered,
  });
}

export function runScreensKey(runId: string): readonly string[] {
  return ['run', runId, 'screen'];
}

function addressOf(runId: string, asked: ScreenRequest): string {
  const wanted = Object.entries(asked).filter(([, value]) => value !== null && value !== '');
  const search = new URLSearchParams(wanted.map(([key, value]) => [key, String(value)]));
  return `/api/runs/${encodeURIComponent(runId)}/cases?${search}`;
}
