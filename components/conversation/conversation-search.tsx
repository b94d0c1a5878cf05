import { useEffect, useEffectEvent } from 'react';
import type { FoundExcerpt } from '@/components/ui/found-excerpt';
import { FindBar } from './find-bar';
import { type ConversationSearchOptions, useConversationSearch } from './use-conversation-search';

type Props = ConversationSearchOptions & {
  onWords: (words: string) => void;
  /** Called with the excerpt of a long text to show. */
  onExcerpt: (excerpt: FoundExcerpt | undefined) => void;
  onClose: () => void;
};

/** Search in a conversation. In its own file, so that it loads lazily and does not delay the page. */
export function ConversationSearch({ onWords, onExcerpt, onClose, ...search }: Props) {
  const { excerpt, ...found } = useConversationSearch(search);
  const tell = useEffectEvent(onExcerpt);
  useEffect(() => tell(excerpt), [excerpt]);
  useEffect(() => () => tell(undefined), []);
  return <FindBar {...found} words={search.words} setWords={onWords} close={onClose} />;
}
