import { useEffect, useEffectEvent } from 'react';
import type { FoundExcerpt } from '@/components/ui/found-excerpt';
import { FindBar } from './find-bar';
import { type ConversationSearchOptions, useConversationSearch } from './use-conversation-search';

type Props = ConversationSearchOptions & {
  onWords: (words: string) => void;
  /** Called with an excerpt of a long text, which the page then shows. */
  onExcerpt: (excerpt: FoundExcerpt | undefined) => void;
  onClose: () => void;
};

/** The search in a conversation. It is in a separate file, so that it loads lazily and does not delay the page. */
export function ConversationSearch({ onWords, onExcerpt, onClose, ...search }: Props) {
  const { excerpt, ...searchResult } = useConversationSearch(search);
  const reportExcerpt = useEffectEvent(onExcerpt);
  useEffect(() => reportExcerpt(excerpt), [excerpt]);
  useEffect(() => () => reportExcerpt(undefined), []);
  return <FindBar {...searchResult} words={search.words} setWords={onWords} close={onClose} />;
}
