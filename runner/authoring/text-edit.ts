/** Replaces the range between two offsets by a text. Offsets are UTF-16 code units. */
export type TextEdit = { from: number; to: number; insert: string };

/** Applies edits to a text. All offsets refer to the original text; the edits must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const sortedEdits = [...edits].sort((left, right) => left.from - right.from || left.to - right.to);
  let result = '';
  let position = 0;
  for (const { from, to, insert } of sortedEdits) {
    result += text.slice(position, from) + insert;
    position = to;
  }
  return result + text.slice(position);
}

/** Moves edits by `by` characters, for a text to which something was prepended. */
export function shiftEdits(edits: readonly TextEdit[], by: number): TextEdit[] {
  return edits.map(({ from, to, insert }) => ({ from: from + by, to: to + by, insert }));
}

/**
 * Returns the single edit that turns one text into another, without their common beginning and end; undefined if they
 * are equal. Never splits a surrogate pair.
 */
export function findEditBetween(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined;
  const start = countCommonStart(before, after);
  const from = isHighSurrogate(before, start - 1) ? start - 1 : start;
  const end = countCommonEnd(before, after, Math.min(before.length, after.length) - from);
  const commonEnd = end > 0 && isLowSurrogate(before, before.length - end) ? end - 1 : end;
  return { from, to: before.length - commonEnd, insert: after.slice(from, after.length - commonEnd) };
}

const CHUNK_LENGTH = 4096;

/** Compares whole chunks first, because this is much faster than comparing single characters. */
function countCommonStart(left: string, right: string): number {
  const limit = Math.min(left.length, right.length);
  let at = 0;
  while (at + CHUNK_LENGTH <= limit && left.slice(at, at + CHUNK_LENGTH) === right.slice(at, at + CHUNK_LENGTH))
    at += CHUNK_LENGTH;
  while (at < limit && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  return at;
}

function countCommonEnd(left: string, right: string, limit: number): number {
  let commonLength = 0;
  while (commonLength + CHUNK_LENGTH <= limit && haveSameChunkBefore(left, right, commonLength))
    commonLength += CHUNK_LENGTH;
  while (
    commonLength < limit &&
    left.charCodeAt(left.length - commonLength - 1) === right.charCodeAt(right.length - commonLength - 1)
  )
    commonLength += 1;
  return commonLength;
}

function haveSameChunkBefore(left: string, right: string, commonLength: number): boolean {
  const leftEnd = left.length - commonLength;
  const rightEnd = right.length - commonLength;
  return left.slice(leftEnd - CHUNK_LENGTH, leftEnd) === right.slice(rightEnd - CHUNK_LENGTH, rightEnd);
}

function isHighSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
