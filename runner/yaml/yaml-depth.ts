import { type CST, Parser } from 'yaml';
import { MAX_LEVELS } from '../values/index.ts';

/**
 * Returns the offset where YAML exceeds the nesting limit, or undefined. Checked before the document is built, which
 * recurses once per level: older versions of Node crash if the stack overflows there.
 */
export function findTooDeepYamlOffset(text: string): number | undefined {
  // Each level of nesting takes at least one character, so a short text cannot be nested too deep.
  if (text.length <= MAX_LEVELS) return undefined;
  for (const token of new Parser().parse(text)) {
    const offset = findTooDeepToken(token);
    if (offset !== undefined) return offset;
  }
  return undefined;
}

function findTooDeepToken(root: CST.Token): number | undefined {
  const open: { token: CST.Token; level: number }[] = [{ token: root, level: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, level } = next;
    if (level > MAX_LEVELS) return token.offset;
    for (const inner of listInnerTokens(token))
      open.push({ token: inner, level: token.type === 'document' ? 0 : level + 1 });
  }
  return undefined;
}

function listInnerTokens(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [...(key ? [key] : []), ...(value ? [value] : [])]);
}
