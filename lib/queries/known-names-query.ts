import { queryOptions } from '@tanstack/react-query';
import type { ReferenceProblem } from '../../runner/authoring/index.ts';
import { getJson } from './fetch-json.ts';

/** What the server says of references, in the order in which they were asked for. */
export type ReferenceAnswers = { problems: (ReferenceProblem | null)[] };

/** Names that a case of a suite may use: those of the workspace, and what occurred in the suite's last runs. */
export type KnownNames = { agents: string[]; connectors: string[]; tools: string[]; paths: string[] };

export function knownNamesQuery(suiteKey: string) {
  return queryOptions({
    queryKey: ['known-names', suiteKey],
    queryFn: ({ signal }) => getJson<KnownNames>(`/api/cases/seen?${new URLSearchParams({ suite: suiteKey })}`, signal),
    staleTime: 30_000,
  });
}
