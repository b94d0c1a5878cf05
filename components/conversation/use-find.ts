import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Kept } from '@/components/ui/kept';
import { findMatches, type Match, type SearchItem } from './find-matches';
import { markWords, unmarkWords } from './mark-words';

/** How often it is looked whether a match that was not in the document has come into it, a frame each time. */
const MOST_LOOKS = 30;

type Search = {
  items: readonly SearchItem[];
  kept: Kept;
  list: RefObject<HTMLElement | null>;
  scrollTo: (item: number) => void;
};

export type Find = {
  open: boolean;
  words: string;
  place: number;
  count: number;
  start: () => void;
  setWords: (words: string) => void;
  step: (by: 1 | -1) => void;
  close: () => void;
};

/** Finding words in a windowed conversation: matches are counted in what was said, and marked where it is in the document. */
export function useFind({ items, kept, list, scrollTo }: Search): Find {
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState(0);
  const wanted = open ? words : '';
  const matches = useMemo(() => findMatches(items, wanted), [items, wanted]);
  const place = Math.min(chosen, Math.max(0, matches.length - 1));
  const current = matches[place];
  useEffect(() => {
    const root = list.current;
    if (root === null || wanted === '') return;
    const mark = () => markWords(root, wanted, current);
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      unmarkWords();
    };
  }, [list, wanted, current]);
  const reveal = useEffectEvent((match: Match) => {
    for (const key of match.opens) kept.set(key, true);
    scrollTo(match.item);
    return revealWhenThere(() => (list.current === null ? undefined : markWords(list.current, wanted, match)));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another match moves the list, not one that is found anew
  useEffect(
    () => (current === undefined ? undefined : reveal(current)),
    [wanted, current?.item, current?.part, current?.nth],
  );
  return {
    open,
    words,
    place: matches.length === 0 ? 0 : place + 1,
    count: matches.length,
    start: () => setOpen(true),
    setWords: (next) => {
      setWords(next);
      setChosen(0);
    },
    step: (by) => setChosen(matches.length === 0 ? 0 : (place + by + matches.length) % matches.length),
    close: () => {
      setOpen(false);
      list.current?.focus({ preventScroll: true });
    },
  };
}

function revealWhenThere(find: () => Range | undefined): () => void {
  let looks = 0;
  let frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);

  function look(): void {
    const range = find();
    range?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    looks += 1;
    if (looks < MOST_LOOKS && (range === undefined || looks < 4)) frame = requestAnimationFrame(look);
  }
}
