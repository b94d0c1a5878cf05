import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { GenerateCasesRequest } from '../runs/generate-cases.ts';
import { getFromRoute, postToRoute } from './fetch-json.ts';
import type { CallRule, SaveCaseRequest } from './route-types.ts';
import type { RouteAnswers } from './routes.ts';

/** The case files of the workspace; refetched whenever a page opens, because files may be edited elsewhere. */
export function caseFilesQuery() {
  return queryOptions({
    queryKey: ['case-files'],
    queryFn: ({ signal }) => getFromRoute('GET /api/cases', {}, signal),
    staleTime: 0,
  });
}

/** Searches the cases of all files in the workspace. */
export function caseSearchQuery(text: string) {
  return queryOptions({
    queryKey: ['case-search', text],
    queryFn: ({ signal }) => getFromRoute('GET /api/cases/search', { q: text }, signal),
    placeholderData: keepPreviousData,
    enabled: text.trim() !== '',
  });
}

/** Queries the last outcomes of a suite's cases. */
export function caseOutcomesQuery(suiteKey: string) {
  return queryOptions({
    queryKey: ['case-outcomes', suiteKey],
    queryFn: ({ signal }) => getFromRoute('GET /api/cases/outcomes', { suite: suiteKey }, signal),
  });
}

/** The last attempts of a case that contain an agent's answer, with full answers; refetched after each run. */
export function caseAnswersQuery(suiteKey: string, caseId: string, lastRun: string | undefined) {
  return queryOptions({
    queryKey: ['case-answers', suiteKey, caseId, lastRun],
    queryFn: ({ signal }) => getFromRoute('GET /api/cases/answers', { suite: suiteKey, case: caseId }, signal),
  });
}

const AGENT_POLL_INTERVAL_MS = 10_000;

/**
 * Problems with the agents that a suite may use; polled while the page is visible, because agents are edited
 * elsewhere.
 */
export function agentLintFindingsQuery(suiteKey: string) {
  return queryOptions({
    queryKey: ['agent-findings', suiteKey],
    queryFn: ({ signal }) => getFromRoute('GET /api/cases/agents', { suite: suiteKey }, signal),
    refetchInterval: AGENT_POLL_INTERVAL_MS,
    staleTime: 0,
    retry: false,
  });
}

export function autocompleteNamesQuery(suiteKey: string) {
  return queryOptions({
    queryKey: ['known-names', suiteKey],
    queryFn: ({ signal }) => getFromRoute('GET /api/cases/seen', { suite: suiteKey }, signal),
    staleTime: 30_000,
  });
}

/**
 * Queries the contents of a file that the dashboard cannot edit, as the server reads it; `sha256` identifies the
 * version of the file.
 */
export function caseFileCheckQuery(suiteKey: string, sha256: string) {
  return queryOptions({
    queryKey: ['listed-cases', suiteKey, sha256],
    queryFn: ({ signal }) => getFromRoute('GET /api/cases/listed', { suite: suiteKey }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The cases of a suite with their tags; refetched whenever they are shown, because files may be edited elsewhere. */
export function suiteCasesQuery(suiteKey: string) {
  return queryOptions({
    queryKey: ['suite-cases', suiteKey],
    queryFn: ({ signal }) => getFromRoute('GET /api/cases/listed', { suite: suiteKey }, signal),
    staleTime: 0,
    retry: false,
  });
}

export type CaseHistory = RouteAnswers['GET /api/case-history'];

/** Queries the results of a case in earlier runs and in this one; refetched when its attempt has ended. */
type CaseHistoryRequest = { suiteKey: string; caseId: string; hasEnded: boolean; like?: string };

export function caseHistoryQuery({ suiteKey, caseId, hasEnded, like }: CaseHistoryRequest) {
  return queryOptions({
    queryKey: ['case-history', suiteKey, caseId, hasEnded, like],
    queryFn: ({ signal }) => getFromRoute('GET /api/case-history', { suite: suiteKey, case: caseId, like }, signal),
  });
}

/** Writes a conversation, up to the question of a turn, as a case at the end of a case file. */
export function saveCase(request: SaveCaseRequest): Promise<RouteAnswers['POST /api/cases']> {
  return postToRoute('POST /api/cases', {}, request);
}

/** Adds a rule for tool calls to its case file. */
export function addRule(rule: CallRule): Promise<RouteAnswers['POST /api/cases/rules']> {
  return postToRoute('POST /api/cases/rules', {}, rule);
}

/** Lets a generator propose cases; they are returned for review and not saved. */
export function generateCases(request: GenerateCasesRequest): Promise<RouteAnswers['POST /api/cases/generate']> {
  return postToRoute('POST /api/cases/generate', {}, request);
}

/** Queries the rules that the good recorded conversations of a case have in common. */
export function proposalsQuery(suiteKey: string, caseId: string) {
  return queryOptions({
    queryKey: ['proposals', suiteKey, caseId],
    queryFn: ({ signal }) => getFromRoute('GET /api/cases/proposals', { suite: suiteKey, case: caseId }, signal),
    retry: false,
  });
}

/** Queries which stored results of a suite an edited case file would change; fetched on request. */
export function verdictChangesQuery(suiteKey: string, text: string | undefined, all = false) {
  return queryOptions({
    queryKey: ['what-changes', suiteKey, text, all],
    queryFn: () => postToRoute('POST /api/cases/changes', {}, { suiteKey, text: text ?? '', all }),
    enabled: text !== undefined,
    staleTime: 30_000,
    retry: false,
  });
}
