import { cn } from '@/components/ui/cn';
import type { HitCounts, HitFilter } from '@/lib/queries';
import { formatCount, replaceInvisibleCharacters } from '@/runner/format';
import { type FacetName, facetNames, listFacetValues } from './facets';

const MAX_VALUES = 8;
const facetTitles = { suite: 'Suite', agent: 'Agent', status: 'Verdict' } as const satisfies Record<FacetName, string>;

type Props = { counts: HitCounts; limits: HitFilter; onLimits: (limits: HitFilter) => void };

/**
 * Buttons that limit the hits to one suite, agent or verdict. A facet whose hits all have the same value has no
 * buttons.
 */
export function FacetBar({ counts: { groups, isCut }, limits, onLimits }: Props) {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-1.5 text-xs">
      {facetNames.map((name) => {
        const values = listFacetValues(name, groups, limits);
        if (values.length < 2 && limits[name] === undefined) return null;
        return (
          <fieldset key={name} className="flex min-w-0 flex-wrap items-center gap-1">
            <legend className="float-left mr-1 text-ink-faint">{facetTitles[name]}</legend>
            {values.slice(0, MAX_VALUES).map(({ word, limit, isChosen, count }) => (
              <button
                key={word}
                type="button"
                aria-pressed={isChosen}
                onClick={() => onLimits({ ...limits, ...(isChosen ? { [name]: undefined } : limit) })}
                className={cn(
                  'flex h-6 min-w-0 items-center gap-1 rounded-full border px-2 hover:bg-hover',
                  isChosen && 'border-accent bg-chosen',
                )}
              >
                <span className="max-w-64 truncate" title={word}>
                  {replaceInvisibleCharacters(word)}
                </span>
                <span className="text-ink-faint tabular-nums">
                  {formatCount(count)}
                  {isCut && '+'}
                </span>
              </button>
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}
