import type { TextEdit } from '@/runner/authoring';
import { differenceOf } from './document-history';

/** What was done to a text in a field of the browser, which shows every line end as a line feed. */
export function editFromTyping(text: string, shown: string): TextEdit {
  const { from, to, insert } = differenceOf(asShown(text), shown);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  return { from: offsetIn(text, from), to: offsetIn(text, to), insert: insert.replaceAll('\n', lineEnd) };
}

export function asShown(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** The place in the text that a place in the field stands for. */
export function offsetIn(text: string, shownOffset: number): number {
  if (!text.includes('\r')) return shownOffset;
  let offset = 0;
  for (let left = shownOffset; left > 0; left -= 1) offset += text.startsWith('\r\n', offset) ? 2 : 1;
  return offset;
}
