import { useEffect, useEffectEvent } from 'react';
import type { SearchMatchExcerpt } from '@/components/ui/search-match-excerpt';
import { FindBar } from './find-bar';
import { type ConversationSearchOptions, useConversationSearch } from './use-conversation-search';

type Props = ConversationSearchOptions & {
  onWords: (words: string) => void;
  /** Called with the excerpt of a long text that contains the current match, so that the page shows it. */
  onExcerpt: (excerpt: SearchMatchExcerpt | undefined) => void;
  onClose: () => void;
};

/**
 * The search in a conversation. This component is in a file of its own, so that it loads lazily and does not delay the
 * page.
 */
export function ConversationSearch({ onWords, onExcerpt, onClose, ...search }: Props) {
  const { excerpt, ...searchResult } = useConversationSearch(search);
  const reportExcerpt = useEffectEvent(onExcerpt);
  useEffect(() => reportExcerpt(excerpt), [excerpt]);
  useEffect(() => () => reportExcerpt(undefined), []);
  return <FindBar {...searchResult} words={search.words} setWords={onWords} close={onClose} />;
}
