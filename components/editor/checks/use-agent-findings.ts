import { useQuery } from '@tanstack/react-query';
import { agentLintFindingsQuery, errorText } from '@/lib/queries';
import { useCaseDocument } from '../document/case-document';

/** Returns problems in agent files, which are edited outside the dashboard; errors first. */
export function useAgentLintFindings() {
  const { suiteKey } = useCaseDocument();
  const { data, error } = useQuery(agentLintFindingsQuery(suiteKey));
  const findings = (data?.findings ?? []).toSorted((a, b) => a.severity.localeCompare(b.severity));
  return { findings, trouble: error === null ? [] : errorText(error) };
}
