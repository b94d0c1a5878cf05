const LONG = 10_000;
const MARK = '\u0000text ';

/** A value as JSON, without its long texts, which go beside it. */
export type PackedValue = { payload: string; texts: readonly string[] };

/** Long texts travel as they are: writing them as JSON, and reading them, takes many times longer than copying them. */
export function packTexts(value: object): PackedValue {
  const texts: string[] = [];
  // Nearly always there is none; looking is cheaper than writing JSON with a function for every value.
  if (!hasLongText(value)) return { payload: JSON.stringify(value), texts };
  const payload = JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'string' || !isLong(member)) return member;
    texts.push(member);
    return `${MARK}${texts.length - 1}`;
  });
  return { payload, texts };
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return isLong(value);
  if (typeof value !== 'object' || value === null) return false;
  for (const member of Object.values(value)) if (hasLongText(member)) return true;
  return false;
}

/** A text that looks like what stands for one goes the same way: nothing can be mistaken. */
function isLong(text: string): boolean {
  return text.length > LONG || text.startsWith(MARK);
}

export function unpackTexts({ payload, texts }: PackedValue): unknown {
  if (texts.length === 0) return JSON.parse(payload);
  return JSON.parse(payload, (_key, member: unknown) =>
    typeof member === 'string' && member.startsWith(MARK) ? texts[Number(member.slice(MARK.length))] : member,
  );
}
