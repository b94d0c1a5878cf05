import { queryOptions } from '@tanstack/react-query';
import type { LastRun } from '../history/index.ts';
import { getJson } from './fetch-json.ts';
import type { WorkspaceSuite } from './workspace-query.ts';

/** A case file of the workspace and how its newest run ended. */
export type CaseFileItem = WorkspaceSuite & { last?: LastRun };
export type CaseFiles = { folder: string; files: CaseFileItem[] };

/** The case files of the workspace; read anew whenever a page opens, because people edit files beside it. */
export function caseFilesQuery() {
  return queryOptions({
    queryKey: ['case-files'],
    queryFn: ({ signal }) => getJson<CaseFiles>('/api/cases', signal),
    staleTime: 0,
  });
}
