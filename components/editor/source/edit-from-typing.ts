import { findEditBetween, type TextEdit } from '@/runner/authoring';

/** Returns the edit that typing in a textarea has made. A textarea represents every line end as a single line feed. */
export function editFromTyping(text: string, displayText: string): TextEdit | undefined {
  const edit = findEditBetween(toEditorText(text), displayText);
  if (edit === undefined) return undefined;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const insert = edit.insert.replaceAll('\n', lineEnd);
  return { from: toFileOffset(text, edit.from), to: toFileOffset(text, edit.to), insert };
}

export function toEditorText(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Converts an offset in the textarea to an offset in the file's text. */
export function toFileOffset(text: string, shownOffset: number): number {
  if (!text.includes('\r')) return shownOffset;
  let offset = 0;
  for (let remaining = shownOffset; remaining > 0; remaining -= 1) offset += text.startsWith('\r\n', offset) ? 2 : 1;
  return offset;
}
