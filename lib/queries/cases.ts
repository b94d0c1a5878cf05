import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { GenerateCasesRequest } from '../runs/generate-cases.ts';
import { getFromRoute, postToRoute } from './fetch-json.ts';
import type { CallRule, SaveCaseRequest } from './route-types.ts';
import type { RouteAnswers } from './routes.ts';

/**
 * Queries the case files of the workspace. Refetches whenever a page opens, because other programs may edit the files.
 */
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

/** Queries the outcome of each case of a suite in its last run. */
export function caseOutcomesQuery(suiteKey: string) {
  return queryOptions({
    queryKey: ['case-outcomes', suiteKey],
    queryFn: ({ signal }) => getFromRoute('GET /api/cases/outcomes', { suite: suiteKey }, signal),
  });
}

/** Queries the last attempts of a case in which the agent answered, with full answers. Refetches after each run. */
export function caseAnswersQuery(suiteKey: string, caseId: string, lastRun: string | undefined) {
  return queryOptions({
    queryKey: ['case-answers', suiteKey, caseId, lastRun],
    queryFn: ({ signal }) => getFromRoute('GET /api/cases/answers', { suite: suiteKey, case: caseId }, signal),
  });
}

const AGENT_POLL_INTERVAL_MS = 10_000;

/**
 * Queries the problems with the agents that a suite may use. Polls while the page is visible, because other programs
 * may edit the agents.
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
    queryFn: ({ signal }) => getFromRoute('GET /api/cases/autocomplete-names', { suite: suiteKey }, signal),
    staleTime: 30_000,
  });
}

/**
 * Queries the contents of a file that the dashboard cannot edit, parsed by the server. `sha256` identifies the version
 * of the file.
 */
export function caseFileCheckQuery(suiteKey: string, sha256: string) {
  return queryOptions({
    queryKey: ['listed-cases', suiteKey, sha256],
    queryFn: ({ signal }) => getFromRoute('GET /api/cases/check', { suite: suiteKey }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Queries the cases of a suite with their tags. Refetches whenever they are shown, because other programs may edit the
 * file.
 */
export function suiteCasesQuery(suiteKey: string) {
  return queryOptions({
    queryKey: ['suite-cases', suiteKey],
    queryFn: ({ signal }) => getFromRoute('GET /api/cases/check', { suite: suiteKey }, signal),
    staleTime: 0,
    retry: false,
  });
}

export type CaseHistory = RouteAnswers['GET /api/case-history'];

/** Queries the results of a case in this run and in earlier ones. Refetches when the attempt has ended. */
type CaseHistoryRequest = { suiteKey: string; caseId: string; hasEnded: boolean; like?: string };

export function caseHistoryQuery({ suiteKey, caseId, hasEnded, like }: CaseHistoryRequest) {
  return queryOptions({
    queryKey: ['case-history', suiteKey, caseId, hasEnded, like],
    queryFn: ({ signal }) => getFromRoute('GET /api/case-history', { suite: suiteKey, case: caseId, like }, signal),
  });
}

/** Adds a case to the end of a case file: the conversation up to the question of a turn. */
export function saveCase(request: SaveCaseRequest): Promise<RouteAnswers['POST /api/cases']> {
  return postToRoute('POST /api/cases', {}, request);
}

/** Adds a rule about the calls of a tool to the case in its file. */
export function addRule(rule: CallRule): Promise<RouteAnswers['POST /api/cases/rules']> {
  return postToRoute('POST /api/cases/rules', {}, rule);
}

/** Lets a generator propose cases. They are returned for review and not saved. */
export function generateCases(request: GenerateCasesRequest): Promise<RouteAnswers['POST /api/cases/generate']> {
  return postToRoute('POST /api/cases/generate', {}, request);
}

/** Queries the rules that hold in all good recorded conversations of a case. */
export function proposalsQuery(suiteKey: string, caseId: string) {
  return queryOptions({
    queryKey: ['proposals', suiteKey, caseId],
    queryFn: ({ signal }) => getFromRoute('GET /api/cases/proposals', { suite: suiteKey, case: caseId }, signal),
    retry: false,
  });
}

/** Queries which stored results of a suite would change with the edited text of its file. Fetched only on request. */
export function verdictChangesQuery(suiteKey: string, text: string | undefined, all = false) {
  return queryOptions({
    queryKey: ['what-changes', suiteKey, text, all],
    queryFn: () => postToRoute('POST /api/cases/changes', {}, { suiteKey, text: text ?? '', all }),
    enabled: text !== undefined,
    staleTime: 30_000,
    retry: false,
  });
}
