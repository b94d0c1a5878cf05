import { BidiIsolatedQuotes } from '@/components/ui/isolated-quotes';
import { replaceInvisibleCharacters } from '@/runner/format';

/**
 * Renders a text with names in backticks as code. Names and quotes are isolated, so that right-to-left text in them
 * does not reorder the words around them.
 */
export function TextWithCode({ text }: { text: string }) {
  return replaceInvisibleCharacters(text)
    .split(/`([^`]+)`/)
    .map((part, index) =>
      index % 2 === 0 ? (
        <BidiIsolatedQuotes key={index} text={part} />
      ) : (
        <code key={index} className="font-mono [unicode-bidi:isolate]">
          {part}
        </code>
      ),
    );
}
