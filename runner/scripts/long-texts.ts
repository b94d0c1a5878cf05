const LONG = 10_000;
const MARK = '\u0000text ';

/** A value as JSON, without its long texts, which go beside it. */
export type PackedValue = { payload: string; texts: readonly string[] };

/** Long texts travel as they are: writing them as JSON, and reading them, takes many times longer than copying them. */
export function packTexts(value: object): PackedValue {
  const texts: string[] = [];
  const payload = JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'string' || (member.length <= LONG && !member.startsWith(MARK))) return member;
    texts.push(member);
    return `${MARK}${texts.length - 1}`;
  });
  return { payload, texts };
}

export function unpackTexts({ payload, texts }: PackedValue): unknown {
  if (texts.length === 0) return JSON.parse(payload);
  return JSON.parse(payload, (_key, member: unknown) =>
    typeof member === 'string' && member.startsWith(MARK) ? texts[Number(member.slice(MARK.length))] : member,
  );
}
