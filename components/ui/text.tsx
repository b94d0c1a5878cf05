import { parseLongText } from '@/runner/values';
import { IncrementalText } from './capped-text';
import { LongTextView } from './long-text-view';

/** Shows an untrusted text of any length, unformatted. */
export function Text({ text, className }: { text: string; className?: string }) {
  const long = parseLongText(text);
  if (long === undefined) return <IncrementalText text={text} className={className} />;
  return (
    <LongTextView long={long}>{(fullText) => <IncrementalText text={fullText} className={className} />}</LongTextView>
  );
}
