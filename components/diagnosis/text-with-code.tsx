import type { ReactNode } from 'react';
import { visibleText } from '@/runner/format';

/** Renders names in backticks as code. Names and quotes in right-to-left writing do not reorder the words around them. */
export function TextWithCode({ text }: { text: string }) {
  return visibleText(text)
    .split(/`([^`]+)`/)
    .map((part, place) =>
      place % 2 === 0 ? (
        isolateQuotes(part)
      ) : (
        <code key={place} className="font-mono [unicode-bidi:isolate]">
          {part}
        </code>
      ),
    );
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

function isolateQuotes(text: string): ReactNode {
  if (!RIGHT_TO_LEFT.test(text)) return text;
  return text.split('"').map((part, place) => (place % 2 === 0 ? part : ['"', <bdi key={place}>{part}</bdi>, '"']));
}
