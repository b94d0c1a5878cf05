import { queryOptions } from '@tanstack/react-query';
import { ask } from './fetch-json.ts';

export type WorkspaceSuite = { key: string; agentId?: string; cases: number; problems: number };
export type WorkspaceAgent = {
  id: string;
  type: string;
  name?: string;
  connector?: string;
  /** Why it cannot be asked as it is. */
  problem?: string;
};
export type WorkspaceConnector = {
  id: string;
  type: string;
  model?: string;
  /** The variable that its key comes from. */
  keyVariable?: string;
  keyPresent: boolean;
  /** Why it cannot be used. */
  problem?: string;
};
export type WorkspaceContents = {
  folder: string;
  suites: WorkspaceSuite[];
  agents: WorkspaceAgent[];
  connectors: WorkspaceConnector[];
};

/** Queries what can be run: read anew each time, because people edit files beside the dashboard. */
export function workspaceQuery() {
  return queryOptions({
    queryKey: ['workspace'],
    queryFn: ({ signal }) => ask('GET /api/workspace', {}, signal),
    staleTime: 0,
  });
}
