import type { CaseEdit, CaseSource, JsonPath } from '@/runner/authoring';

/** Returns the text or number at a path as it is typed; undefined for other values. */
export function getScalarText({ at, textAt }: Pick<CaseSource, 'at' | 'textAt'>, path: JsonPath): string | undefined {
  const value = at(path) ?? '';
  if (typeof value === 'number') return textAt(path) ?? '';
  return typeof value === 'string' ? value : undefined;
}

/**
 * Returns the edit that writes a text. A number stays a number, so that its type in the file changes only when it has
 * to.
 */
export function buildScalarEdit({ at }: Pick<CaseSource, 'at'>, path: JsonPath, text: string): CaseEdit {
  const isNumber = typeof at(path) === 'number' && /^-?(?:0|[1-9]\d{0,99})(?:\.\d{1,99})?$/.test(text);
  return isNumber ? { kind: 'write', path, text } : { kind: 'set', path, value: text };
}
