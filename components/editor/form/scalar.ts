import type { CaseEdit, CaseSource, JsonPath } from '@/runner/authoring';

/** Returns the text or number at a path as a text for an input; undefined for other values. */
export function getScalarText({ at, textAt }: Pick<CaseSource, 'at' | 'textAt'>, path: JsonPath): string | undefined {
  const value = at(path) ?? '';
  if (typeof value === 'number') return textAt(path) ?? '';
  return typeof value === 'string' ? value : undefined;
}

/**
 * Returns the edit that writes the text of an input. A number stays a number as long as the text is one, so that its
 * type in the file does not change unnecessarily.
 */
export function buildScalarEdit({ at }: Pick<CaseSource, 'at'>, path: JsonPath, text: string): CaseEdit {
  const isNumber = typeof at(path) === 'number' && /^-?(?:0|[1-9]\d{0,99})(?:\.\d{1,99})?$/.test(text);
  return isNumber ? { kind: 'write', path, text } : { kind: 'set', path, value: text };
}
