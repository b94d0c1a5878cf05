import { CappedText } from '@/components/ui/capped-text';

/** Stands in for Markdown, whose parser would weigh more than the rest of the report: the text as it came. */
export function Markdown({ text }: { text: string }) {
  return <CappedText text={text} className="whitespace-pre-wrap break-words text-base" />;
}
