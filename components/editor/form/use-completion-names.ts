import { useQuery } from '@tanstack/react-query';
import { useCaseDocument } from '@/components/editor/document/case-document';
import { knownNamesQuery } from '@/lib/queries';
import type { NamesForCases } from '@/runner/authoring';

const noNames: NamesForCases = { agents: [], connectors: [], hooks: [], functions: [], tools: [], paths: [] };

/** Returns the names that the workspace and the last runs of this suite offer to a case. */
export function useCompletionNames(): NamesForCases {
  'use memo';
  const { suiteKey } = useCaseDocument();
  const { data } = useQuery(knownNamesQuery(suiteKey));
  return data ?? noNames;
}
