import { useQuery } from '@tanstack/react-query';
import { useCaseDocument } from '@/components/editor/document/case-document';
import { autocompleteNamesQuery } from '@/lib/queries';
import type { AutocompleteNames } from '@/runner/authoring';

const noAutocompleteNames: AutocompleteNames = {
  agents: [],
  connectors: [],
  hooks: [],
  functions: [],
  tools: [],
  paths: [],
};

/**
 * Returns the names for autocompletion: those that exist in the workspace, and those that occurred in the last runs of
 * this suite.
 */
export function useAutocompleteNames(): AutocompleteNames {
  'use memo';
  const { suiteKey } = useCaseDocument();
  const { data } = useQuery(autocompleteNamesQuery(suiteKey));
  return data ?? noAutocompleteNames;
}
