import { useQuery } from '@tanstack/react-query';
import { agentLintFindingsQuery, errorText } from '@/lib/queries';
import { useCaseDocument } from '../document/case-document';

/** Returns the problems in agent files, errors first. These files cannot be edited in the dashboard. */
export function useAgentLintFindings() {
  const { suiteKey } = useCaseDocument();
  const { data, error } = useQuery(agentLintFindingsQuery(suiteKey));
  const findings = (data?.findings ?? []).toSorted((a, b) => a.severity.localeCompare(b.severity));
  return { findings, trouble: error === null ? [] : errorText(error) };
}
