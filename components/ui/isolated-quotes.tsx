import type { ReactNode } from 'react';

const RIGHT_TO_LEFT_CHARACTER_PATTERN = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * A line of text whose quotes are isolated, so that right-to-left text in them does not reorder the words around them.
 */
export function BidiIsolatedQuotes({ text }: { text: string }): ReactNode {
  if (!RIGHT_TO_LEFT_CHARACTER_PATTERN.test(text)) return text;
  return text.split('"').map((part, index) => (index % 2 === 0 ? part : ['"', <bdi key={index}>{part}</bdi>, '"']));
}
