import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { TextLink } from '@/components/ui/links';
import { searchQuery } from '@/lib/queries';
import { parseCaseFilter } from '@/runner/fold';
import { plural } from '@/runner/format';

/** Leads from the filter of a run, if it has only words, to the turns in which they were said. */
export function SaidLink({ runId, filter }: { runId: string; filter: string }) {
  const text = useDeferredValue(filter);
  const terms = parseCaseFilter(text);
  const enabled = terms.length > 0 && terms.every(({ by, not }) => by === 'word' && !not);
  const first = useInfiniteQuery({ ...searchQuery({ text, run: runId }), enabled }).data?.pages[0];
  if (!enabled || first === undefined || first.hits.length === 0) return null;
  const turns = new Set(
    first.hits.map(({ suiteKey, caseId, attempt, turn }) => `${suiteKey} ${caseId} ${attempt} ${turn}`),
  );
  const amount = first.isMore ? `${turns.size}+ turns` : plural(turns.size, 'turn');
  return (
    <p className="shrink-0 border-b px-3 py-1.5 text-xs">
      <TextLink href={`/search?${new URLSearchParams({ q: text, run: runId })}`}>{amount} said it →</TextLink>
    </p>
  );
}
