import type { HitCounts, HitFilter } from '@/lib/queries';
import { formatAgentName, formatCount, formatCountWithNoun } from '@/runner/format';
import { statusWordAndTone } from '@/runner/verdict';

export const facetNames = ['suite', 'agent', 'status'] as const satisfies (keyof HitFilter)[];
export type FacetName = (typeof facetNames)[number];

type HitGroup = HitCounts['groups'][number];

/** A value of a facet, such as one suite. `count` is the number of hits that remain if the value is chosen. */
export type FacetValue = { word: string; limit: HitFilter; isChosen: boolean; count: number };

/** Formats the number of turns that match the selected facets; if that is not all, also the total number. */
export function formatTurnCount({ groups, isCut }: HitCounts, limits: HitFilter = {}): string {
  const [count, all] = [countFilteredHits(groups, limits), countFilteredHits(groups, {})];
  const total = isCut ? `${formatCount(all)}+ turns` : formatCountWithNoun(all, 'turn');
  return count === all ? total : `${formatCount(count)} of ${total}`;
}

/** Returns the values of a facet, those with the most hits first. */
export function listFacetValues(name: FacetName, groups: readonly HitGroup[], limits: HitFilter): FacetValue[] {
  const reachable = groups.filter((group) => matchesHitFilter(group, { ...limits, [name]: undefined }));
  const values = Map.groupBy(reachable, (group) => facetValueOfGroup(name, group).word);
  return [...values.values()]
    .flatMap((same) =>
      same.slice(0, 1).map((group): FacetValue => {
        const { word, limit } = facetValueOfGroup(name, group);
        return { word, limit, isChosen: limits[name] === limit[name], count: countFilteredHits(same, {}) };
      }),
    )
    .toSorted((left, right) => right.count - left.count);
}

function countFilteredHits(groups: readonly HitGroup[], limits: HitFilter): number {
  return groups.filter((group) => matchesHitFilter(group, limits)).reduce((sum, { count }) => sum + count, 0);
}

function matchesHitFilter(group: HitGroup, limits: HitFilter): boolean {
  return facetNames.every(
    (name) => limits[name] === undefined || limits[name] === facetValueOfGroup(name, group).limit[name],
  );
}

function facetValueOfGroup(name: FacetName, group: HitGroup): { word: string; limit: HitFilter } {
  switch (name) {
    case 'suite':
      return { word: group.suiteKey, limit: { suite: group.suiteKey } };
    case 'agent':
      return { word: formatAgentName(group), limit: { agent: formatAgentName(group) } };
    case 'status':
      return { word: statusWordAndTone[group.status].word, limit: { status: group.status } };
    default:
      return name satisfies never;
  }
}
