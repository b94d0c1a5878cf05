import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { StartRunRequest, WhatAgain } from '../runs/start-run-request.ts';
import type { TalkAnswer, TalkRequest } from '../runs/talk-request.ts';
import { ask, send } from './fetch-json.ts';
import type { Answers } from './routes.ts';

const WHILE_RUNNING_MS = 1_000;
const WHILE_QUIET_MS = 4_000;

/** The newest runs. Always polled, because runs may be started elsewhere; more often while one is running. */
export function runsQuery({ text, limit }: { text: string; limit: number }) {
  return queryOptions({
    queryKey: ['runs', text, limit],
    queryFn: ({ signal }) => ask('GET /api/runs', { q: text, limit }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.runs.some((run) => run.status === 'running') === true ? WHILE_RUNNING_MS : WHILE_QUIET_MS,
  });
}

export function startRun(request: StartRunRequest): Promise<Answers['POST /api/runs']> {
  return send('POST /api/runs', {}, request);
}

/** Sends the next step of a conversation with an agent. */
export function talkToAgent(request: TalkRequest): Promise<TalkAnswer> {
  return send('POST /api/try', {}, request);
}

export function labelRun(runId: string, label: string): Promise<Answers['POST /api/runs/[runId]/label']> {
  return send('POST /api/runs/[runId]/label', { runId }, { label });
}

export function deleteRuns(runIds: readonly string[]): Promise<Answers['POST /api/runs/delete']> {
  return send('POST /api/runs/delete', {}, { runIds: [...runIds] });
}

export function restoreRuns(runIds: readonly string[]): Promise<Answers['POST /api/runs/restore']> {
  return send('POST /api/runs/restore', {}, { runIds: [...runIds] });
}

export function runAgain(runId: string, what: WhatAgain = {}): Promise<Answers['POST /api/runs/[runId]/again']> {
  return send('POST /api/runs/[runId]/again', { runId }, what);
}

/** Pins or unpins a run as the baseline of its suite, agent and connector. */
export function pinBaseline(runId: string, pinned: boolean): Promise<Answers['POST /api/runs/[runId]/baseline']> {
  return send('POST /api/runs/[runId]/baseline', { runId }, { pinned });
}
