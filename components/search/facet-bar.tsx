import { cn } from '@/components/ui/cn';
import type { SearchHit } from '@/lib/queries';
import { formatCount, visibleText } from '@/runner/format';
import { type FacetName, type Facets, facetNames, facetValues } from './facets';

const MOST_VALUES = 8;
const titles = { suite: 'Suite', agent: 'Agent', verdict: 'Verdict' } as const satisfies Record<FacetName, string>;

type Props = { hits: readonly SearchHit[]; facets: Facets; onFacets: (facets: Facets) => void };

/** Limits the hits to one suite, agent or verdict; facets with a single value are left out. */
export function FacetBar({ hits, facets, onFacets }: Props) {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-1.5 text-xs">
      {facetNames.map((name) => {
        const values = facetValues(name, hits, facets);
        if (values.length < 2 && facets[name] === undefined) return null;
        return (
          <fieldset key={name} className="flex min-w-0 flex-wrap items-center gap-1">
            <legend className="float-left mr-1 text-ink-faint">{titles[name]}</legend>
            {values.slice(0, MOST_VALUES).map(([value, count]) => {
              const isChosen = facets[name] === value;
              return (
                <button
                  key={value}
                  type="button"
                  aria-pressed={isChosen}
                  onClick={() => onFacets({ ...facets, [name]: isChosen ? undefined : value })}
                  className={cn(
                    'flex h-6 min-w-0 items-center gap-1 rounded-full border px-2 hover:bg-hover',
                    isChosen && 'border-accent bg-chosen',
                  )}
                >
                  <span className="max-w-64 truncate" title={value}>
                    {visibleText(value)}
                  </span>
                  <span className="text-ink-faint tabular-nums">{formatCount(count)}</span>
                </button>
              );
            })}
          </fieldset>
        );
      })}
    </div>
  );
}
