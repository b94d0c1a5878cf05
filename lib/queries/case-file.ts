import { queryOptions } from '@tanstack/react-query';
import type { CallerCaseFileVersion, CaseFileReadResult } from '../../runner/workspace/index.ts';
import { buildApiPath, getFromRoute, postToRoute } from './fetch-json.ts';
import type { SaveCaseFileRequest } from './route-types.ts';
import type { RouteAnswers } from './routes.ts';

const POLL_INTERVAL_MS = 2_000;

/** Returns the URL of a case file's text, so that the browser can preload it. */
export function buildCaseFileUrl(suiteKey: string): string {
  return buildApiPath('GET /api/cases/file', { suite: suiteKey });
}

/** Queries a case file once, when its page opens. `caseFileChangeQuery` watches for later changes. */
export function caseFileQuery(suiteKey: string) {
  return queryOptions({
    queryKey: ['case-file', suiteKey],
    queryFn: ({ signal }) => getFromRoute('GET /api/cases/file', { suite: suiteKey }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

/**
 * Polls whether the file has changed on disk. The server sends the text only if the hash differs. Does not fetch
 * immediately if the file was just read.
 */
export function caseFileChangeQuery(suiteKey: string, { sha256, modifiedAt }: CallerCaseFileVersion) {
  const queryKey = ['case-file', suiteKey, 'change', sha256] as const;
  const unchanged: CaseFileReadResult | undefined =
    modifiedAt === undefined ? undefined : { status: 'same', modifiedAt };
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) => {
      const last = client.getQueryData<CaseFileReadResult>(queryKey);
      const since = last?.status === 'same' ? { modifiedAt: last.modifiedAt } : undefined;
      return getFromRoute('GET /api/cases/file', { suite: suiteKey, sha256, ...since }, signal);
    },
    initialData: unchanged,
    refetchOnMount: false,
    refetchInterval: POLL_INTERVAL_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/**
 * Saves a case file if the file on disk still has the hash `base`; a null `base` creates a new file. A conflict (409)
 * is returned, not thrown.
 */
export function saveCaseFile(save: SaveCaseFileRequest): Promise<RouteAnswers['POST /api/cases/file']> {
  return postToRoute('POST /api/cases/file', {}, save, { expected: [409] });
}
