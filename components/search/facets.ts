import type { SearchHit } from '@/lib/queries';
import { agentName } from '@/runner/format';
import { statusWords } from '@/runner/verdict';

export const facetNames = ['suite', 'agent', 'verdict'] as const;
export type FacetName = (typeof facetNames)[number];

/** The chosen value of each facet; a facet without one does not limit the hits. */
export type Facets = Readonly<Partial<Record<FacetName, string>>>;

export function facetOf(name: FacetName, hit: SearchHit): string {
  if (name === 'suite') return hit.suiteKey;
  if (name === 'agent') return agentName(hit);
  return statusWords[hit.status].word;
}

export function matchesFacets(hit: SearchHit, facets: Facets): boolean {
  return facetNames.every((name) => facets[name] === undefined || facets[name] === facetOf(name, hit));
}

/** The values of a facet with the number of hits that choosing each would show, most first. */
export function facetValues(name: FacetName, hits: readonly SearchHit[], facets: Facets): [string, number][] {
  const { [name]: _, ...others } = facets;
  const reachable = hits.filter((hit) => matchesFacets(hit, others));
  return [...Map.groupBy(reachable, (hit) => facetOf(name, hit))]
    .map(([value, { length }]): [string, number] => [value, length])
    .toSorted(([, left], [, right]) => right - left);
}
