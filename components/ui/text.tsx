import { parseLongText } from '@/runner/values';
import { LongTextView } from './long-text-view';
import { ShowMoreText } from './show-more-text';

/** Shows an untrusted text of any length without formatting. */
export function Text({ text, className }: { text: string; className?: string }) {
  const longText = parseLongText(text);
  if (longText === undefined) return <ShowMoreText text={text} className={className} />;
  return (
    <LongTextView longText={longText}>
      {(fullText) => <ShowMoreText text={fullText} className={className} />}
    </LongTextView>
  );
}
