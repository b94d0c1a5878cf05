import { useQuery } from '@tanstack/react-query';
import { useCaseDocument } from '@/components/editor/document/case-document';
import { autocompleteNamesQuery } from '@/lib/queries';
import type { AutocompleteNames } from '@/runner/authoring';

const noNames: AutocompleteNames = { agents: [], connectors: [], hooks: [], functions: [], tools: [], paths: [] };

/** Returns the names that the workspace and the last runs of this suite offer to a case. */
export function useAutocompleteNames(): AutocompleteNames {
  'use memo';
  const { suiteKey } = useCaseDocument();
  const { data } = useQuery(autocompleteNamesQuery(suiteKey));
  return data ?? noNames;
}
