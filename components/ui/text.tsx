import { parseLongText } from '@/runner/values';
import { CappedText } from './capped-text';
import { LongBody } from './long-body';

/** Shows an untrusted text of any length, unformatted. */
export function Text({ text, className }: { text: string; className?: string }) {
  const long = parseLongText(text);
  if (long === undefined) return <CappedText text={text} className={className} />;
  return <LongBody long={long}>{(whole) => <CappedText text={whole} className={className} />}</LongBody>;
}
