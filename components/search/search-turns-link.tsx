import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { TextLink } from '@/components/ui/links';
import { searchQuery } from '@/lib/queries';
import { parseCaseFilter } from '@/runner/fold';
import { formatTurnCount } from './facets';

/**
 * A link to the full-text search for the words of a run's filter; renders nothing if the filter contains anything but
 * words.
 */
export function SearchTurnsLink({ runId, filter }: { runId: string; filter: string }) {
  const text = useDeferredValue(filter);
  const terms = parseCaseFilter(text);
  const enabled = terms.length > 0 && terms.every(({ by, not }) => by === 'word' && !not);
  const search = useInfiniteQuery({ ...searchQuery({ text, run: runId, only: {} }), enabled });
  const counts = search.data?.pages[0]?.counts;
  if (!enabled || counts === undefined || counts.groups.length === 0) return null;
  return (
    <p className="shrink-0 border-b px-3 py-1.5 text-xs">
      <TextLink href={`/search?${new URLSearchParams({ q: text, run: runId })}`}>
        {formatTurnCount(counts)} said it →
      </TextLink>
    </p>
  );
}
