import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RerunSelection, StartRunRequest } from '../runs/start-run-request.ts';
import type { ConversationRequest, ConversationResponse } from '../runs/talk-request.ts';
import { getFromRoute, postToRoute } from './fetch-json.ts';
import type { RouteAnswers } from './routes.ts';

const REFETCH_WHILE_RUNNING_MS = 1_000;
const REFETCH_WHILE_IDLE_MS = 4_000;

/**
 * Queries the newest runs. Always polls, because other programs may start runs; polls more often while a run is in
 * progress.
 */
export function runsQuery({ text, limit }: { text: string; limit: number }) {
  return queryOptions({
    queryKey: ['runs', text, limit],
    queryFn: ({ signal }) => getFromRoute('GET /api/runs', { q: text, limit }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.runs.some((run) => run.status === 'running') === true
        ? REFETCH_WHILE_RUNNING_MS
        : REFETCH_WHILE_IDLE_MS,
  });
}

export function startRun(request: StartRunRequest): Promise<RouteAnswers['POST /api/runs']> {
  return postToRoute('POST /api/runs', {}, request);
}

/** Writes the sample files of `turntree init` to a workspace without suites, and runs them. */
export function runExample(): Promise<RouteAnswers['POST /api/runs/example']> {
  return postToRoute('POST /api/runs/example', {}, {});
}

/** Sends the next step of a conversation with an agent that is being tried out. */
export function talkToAgent(request: ConversationRequest): Promise<ConversationResponse> {
  return postToRoute('POST /api/try', {}, request);
}

export function labelRun(runId: string, label: string): Promise<RouteAnswers['POST /api/runs/[runId]/label']> {
  return postToRoute('POST /api/runs/[runId]/label', { runId }, { label });
}

export function deleteRuns(runIds: readonly string[]): Promise<RouteAnswers['POST /api/runs/delete']> {
  return postToRoute('POST /api/runs/delete', {}, { runIds: [...runIds] });
}

export function restoreRuns(runIds: readonly string[]): Promise<RouteAnswers['POST /api/runs/restore']> {
  return postToRoute('POST /api/runs/restore', {}, { runIds: [...runIds] });
}

export function runAgain(
  runId: string,
  what: RerunSelection = {},
): Promise<RouteAnswers['POST /api/runs/[runId]/again']> {
  return postToRoute('POST /api/runs/[runId]/again', { runId }, what);
}

/** Marks a run as the baseline of its suite, agent, connector and simulator, or removes the mark. */
export function pinBaseline(
  runId: string,
  isPinned: boolean,
): Promise<RouteAnswers['POST /api/runs/[runId]/baseline']> {
  return postToRoute('POST /api/runs/[runId]/baseline', { runId }, { pinned: isPinned });
}
