import { useQuery } from '@tanstack/react-query';
import { workspaceQuery } from '@/lib/queries';

/** The agents of this workspace. */
export function useAgentIds(): string[] {
  'use memo';
  const { data } = useQuery(workspaceQuery());
  return (data?.agents ?? []).map(({ id }) => id);
}
