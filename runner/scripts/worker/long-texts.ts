const MAX_INLINE_LENGTH = 10_000;
const REFERENCE_PREFIX = '\u0000text ';

/** A value as JSON. Its long strings are replaced by markers and kept in `texts`. */
export type JsonWithLongTexts = { payload: string; texts: readonly string[] };

/** Moves long strings out of the JSON, because encoding and decoding them takes many times longer than copying them. */
export function extractLongTexts(value: object): JsonWithLongTexts {
  const texts: string[] = [];
  // Usually there is no long string, and checking for one is cheaper than `JSON.stringify` with a replacer.
  if (!hasLongText(value)) return { payload: JSON.stringify(value), texts };
  const payload = JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'string' || !isLong(member)) return member;
    texts.push(member);
    return `${REFERENCE_PREFIX}${texts.length - 1}`;
  });
  return { payload, texts };
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return isLong(value);
  if (typeof value !== 'object' || value === null) return false;
  for (const member of Object.values(value)) if (hasLongText(member)) return true;
  return false;
}

/** True for long strings, and for strings that look like a marker and could be mistaken for one. */
function isLong(text: string): boolean {
  return text.length > MAX_INLINE_LENGTH || text.startsWith(REFERENCE_PREFIX);
}

export function restoreLongTexts({ payload, texts }: JsonWithLongTexts): unknown {
  if (texts.length === 0) return JSON.parse(payload);
  return JSON.parse(payload, (_key, member: unknown) =>
    typeof member === 'string' && member.startsWith(REFERENCE_PREFIX)
      ? texts[Number(member.slice(REFERENCE_PREFIX.length))]
      : member,
  );
}
