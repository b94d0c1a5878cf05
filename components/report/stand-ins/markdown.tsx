import { CappedText } from '@/components/ui/capped-text';

/** Replaces the Markdown renderer, whose parser would be larger than the rest of the report: shows the raw text. */
export function Markdown({ text }: { text: string }) {
  return <CappedText text={text} className="whitespace-pre-wrap break-words text-base" />;
}
