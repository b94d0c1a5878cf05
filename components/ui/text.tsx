import { parseLongText } from '@/runner/values';
import { CappedText } from './capped-text';
import { LongBody } from './long-body';

/** A text that somebody else wrote, of any length, exactly as it came. */
export function Text({ text, className }: { text: string; className?: string }) {
  const long = parseLongText(text);
  if (long === undefined) return <CappedText text={text} className={className} />;
  return <LongBody long={long}>{(whole) => <CappedText text={whole} className={className} />}</LongBody>;
}
