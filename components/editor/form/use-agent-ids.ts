import { useQuery } from '@tanstack/react-query';
import { workspaceQuery } from '@/lib/queries';

/** Returns the ids of the agents in this workspace. */
export function useAgentIds(): string[] {
  'use memo';
  const { data } = useQuery(workspaceQuery());
  return (data?.agents ?? []).map(({ id }) => id);
}
