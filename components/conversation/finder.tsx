import { useEffect, useEffectEvent } from 'react';
import type { FoundExcerpt } from '@/components/ui/found-excerpt';
import { FindBar } from './find-bar';
import { type Search, useFind } from './use-find';

type Props = Search & {
  onWords: (words: string) => void;
  /** Told which place in a long text is to be shown. */
  onExcerpt: (excerpt: FoundExcerpt | undefined) => void;
  onClose: () => void;
};

/** Finds words in a conversation while it is there. In a file of its own: a page can be read before it has arrived. */
export function Finder({ onWords, onExcerpt, onClose, ...search }: Props) {
  const { excerpt, ...found } = useFind(search);
  const tell = useEffectEvent(onExcerpt);
  useEffect(() => tell(excerpt), [excerpt]);
  useEffect(() => () => tell(undefined), []);
  return <FindBar {...found} words={search.words} setWords={onWords} close={onClose} />;
}
