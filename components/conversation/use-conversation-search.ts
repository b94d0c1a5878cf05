import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { FoundExcerpt } from '@/components/ui/found-excerpt';
import type { StoredState } from '@/components/ui/stored-state';
import { type AttemptAddress, type AttemptTextMatches, longTextMatchesQuery } from '@/lib/queries';
import { findMatches, hasLongTexts, type SearchItem, type SearchMatch } from './find-matches';
import { clearHighlights, highlightMatches } from './highlight-matches';

/** Maximum number of frames to wait until a match outside the DOM is rendered. */
const MOST_LOOKS = 30;
/** Number of characters of an open long text that are rendered. */
const SHOWN_OF_LONG = 60_000;

export type ConversationSearchOptions = {
  words: string;
  items: readonly SearchItem[];
  /** The attempt whose long texts the server searches, because the page lacks them. */
  texts: AttemptAddress | undefined;
  kept: StoredState;
  list: RefObject<HTMLElement | null>;
  scrollTo: (item: number) => void;
};

type ConversationSearchState = {
  /** The position of the current match, counted from 1; 0 if there are no matches. */
  place: number;
  count: number;
  note: string | undefined;
  /** The excerpt of a long text that contains the current match. */
  excerpt: FoundExcerpt | undefined;
  step: (by: 1 | -1) => void;
};

/** Searches a windowed conversation: counts matches in the data, highlights those that are in the DOM. */
export function useConversationSearch({
  words: query,
  items,
  texts,
  kept,
  list,
  scrollTo,
}: ConversationSearchOptions): ConversationSearchState {
  const [{ of, chosen }, setChosen] = useState({ of: query, chosen: 0 });
  const far = useLongTextSearch({ items, texts, wanted: query });
  const matches = useMemo(() => findMatches(items, query, far.found), [items, query, far.found]);
  const index = of === query ? Math.min(chosen, Math.max(0, matches.length - 1)) : 0;
  const current = matches[index];
  useEffect(() => {
    const root = list.current;
    if (root === null || query === '') return;
    const markMatches = () => highlightMatches(root, query, current);
    markMatches();
    const observer = new MutationObserver(markMatches);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      clearHighlights();
    };
  }, [list, query, current]);
  const reveal = useEffectEvent((match: SearchMatch) => {
    for (const key of match.opens) kept.set(key, true);
    if (match.inside !== undefined && match.inside.size > SHOWN_OF_LONG) kept.set(`body ${match.inside.at}`, false);
    scrollTo(match.item);
    return scrollWhenRendered(() => (list.current === null ? undefined : highlightMatches(list.current, query, match)));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another match moves the list, not one that is found anew
  useEffect(
    () => (current === undefined ? undefined : reveal(current)),
    [query, current?.item, current?.part, current?.nth, current?.inside?.at, current?.inside?.place],
  );
  return {
    place: matches.length === 0 ? 0 : index + 1,
    count: matches.length,
    note: far.note,
    excerpt: current?.inside,
    step: (by) =>
      setChosen({ of: query, chosen: matches.length === 0 ? 0 : (index + by + matches.length) % matches.length }),
  };
}

type LongTextSearchOptions = { items: readonly SearchItem[]; texts: AttemptAddress | undefined; wanted: string };

/** The page lacks the long texts, so the server searches them. */
function useLongTextSearch({ items, texts, wanted }: LongTextSearchOptions): {
  found: AttemptTextMatches['found'] | undefined;
  note: string | undefined;
} {
  const far = useMemo(() => hasLongTexts(items), [items]);
  const searchedTexts = far && wanted !== '' ? texts : undefined;
  const query = useQuery({
    ...longTextMatchesQuery(searchedTexts ?? nowhere, { text: wanted, turns: items.length }),
    enabled: searchedTexts !== undefined,
  });
  if (searchedTexts === undefined) return { found: undefined, note: undefined };
  if (query.isError) return { found: undefined, note: `Long texts are not searched: ${query.error.message}` };
  if (query.data === undefined) return { found: undefined, note: 'Searching long texts…' };
  return {
    found: query.data.found,
    note: query.data.more ? 'Only some of the matches in long texts are counted.' : undefined,
  };
}

const nowhere: AttemptAddress = { runId: '', suiteKey: '', caseId: '', attempt: 1 };

function scrollWhenRendered(find: () => Range | undefined): () => void {
  let looks = 0;
  let frame = requestAnimationFrame(scrollOrRetry);
  return () => cancelAnimationFrame(frame);

  function scrollOrRetry(): void {
    const range = find();
    range?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    looks += 1;
    if (looks < MOST_LOOKS && (range === undefined || looks < 4)) frame = requestAnimationFrame(scrollOrRetry);
  }
}
