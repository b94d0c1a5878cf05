import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { SearchMatchExcerpt } from '@/components/ui/search-match-excerpt';
import type { StoredState } from '@/components/ui/stored-state';
import { type AttemptAddress, type AttemptTextMatches, longTextMatchesQuery } from '@/lib/queries';
import { findMatches, hasLongTexts, type SearchItem, type SearchMatch } from './find-matches';
import { clearHighlights, highlightMatches } from './highlight-matches';

/** How many frames to wait at most for the rendering of a match that is not in the DOM. */
const MAX_FRAMES_TO_WAIT = 30;
/** The maximum number of characters that are rendered of an expanded long text. */
const MAX_RENDERED_CHARACTERS = 60_000;

export type ConversationSearchOptions = {
  words: string;
  items: readonly SearchItem[];
  /** The id of the attempt, which the server needs to search its long texts. */
  texts: AttemptAddress | undefined;
  kept: StoredState;
  list: RefObject<HTMLElement | null>;
  scrollTo: (item: number) => void;
};

type ConversationSearchState = {
  /** The position of the current match, counted from 1; 0 if there are no matches. */
  matchNumber: number;
  count: number;
  note: string | undefined;
  /** The excerpt of a long text that contains the current match. */
  excerpt: SearchMatchExcerpt | undefined;
  step: (by: 1 | -1) => void;
};

/**
 * Searches a conversation of which only the visible part is in the DOM: counts all matches in the data, and highlights
 * those in the DOM.
 */
export function useConversationSearch({
  words: query,
  items,
  texts,
  kept,
  list,
  scrollTo,
}: ConversationSearchOptions): ConversationSearchState {
  const [{ of: searchedQuery, chosen }, setChosen] = useState({ of: query, chosen: 0 });
  const far = useLongTextSearch({ items, texts, searchText: query });
  const matches = useMemo(() => findMatches(items, query, far.found), [items, query, far.found]);
  const index = searchedQuery === query ? Math.min(chosen, Math.max(0, matches.length - 1)) : 0;
  const currentMatch = matches[index];
  useEffect(() => {
    const root = list.current;
    if (root === null || query === '') return;
    const markMatches = () => highlightMatches(root, query, currentMatch);
    markMatches();
    const observer = new MutationObserver(markMatches);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      clearHighlights();
    };
  }, [list, query, currentMatch]);
  const reveal = useEffectEvent((match: SearchMatch) => {
    for (const key of match.opens) kept.set(key, true);
    if (match.inside !== undefined && match.inside.size > MAX_RENDERED_CHARACTERS)
      kept.set(`body ${match.inside.at}`, false);
    scrollTo(match.item);
    return scrollWhenRendered(() => (list.current === null ? undefined : highlightMatches(list.current, query, match)));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only if the position of the match changes, not whenever the match object is new
  useEffect(
    () => (currentMatch === undefined ? undefined : reveal(currentMatch)),
    [
      query,
      currentMatch?.item,
      currentMatch?.part,
      currentMatch?.nth,
      currentMatch?.inside?.at,
      currentMatch?.inside?.place,
    ],
  );
  return {
    matchNumber: matches.length === 0 ? 0 : index + 1,
    count: matches.length,
    note: far.note,
    excerpt: currentMatch?.inside,
    step: (by) =>
      setChosen({ of: query, chosen: matches.length === 0 ? 0 : (index + by + matches.length) % matches.length }),
  };
}

type LongTextSearchOptions = { items: readonly SearchItem[]; texts: AttemptAddress | undefined; searchText: string };

/** Searches the long texts on the server, because the page contains only their beginnings. */
function useLongTextSearch({ items, texts, searchText }: LongTextSearchOptions): {
  found: AttemptTextMatches['found'] | undefined;
  note: string | undefined;
} {
  const far = useMemo(() => hasLongTexts(items), [items]);
  const searchedTexts = far && searchText !== '' ? texts : undefined;
  const query = useQuery({
    ...longTextMatchesQuery(searchedTexts ?? placeholderAddress, { text: searchText, turns: items.length }),
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

const placeholderAddress: AttemptAddress = { runId: '', suiteKey: '', caseId: '', attempt: 1 };

function scrollWhenRendered(findRange: () => Range | undefined): () => void {
  let looks = 0;
  let frame = requestAnimationFrame(scrollOrRetry);
  return () => cancelAnimationFrame(frame);

  function scrollOrRetry(): void {
    const range = findRange();
    range?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    looks += 1;
    if (looks < MAX_FRAMES_TO_WAIT && (range === undefined || looks < 4)) frame = requestAnimationFrame(scrollOrRetry);
  }
}
