import type { CaseEdit, CaseSource, JsonPath } from '@/runner/authoring';
import { isJsonObject } from '@/runner/values';

/** Returns the edit that removes a value, together with parent objects that would become empty. */
export function buildRemoveValueEdit(source: Pick<CaseSource, 'at'>, path: JsonPath): CaseEdit {
  let removedPath = path;
  while (removedPath.length > 1) {
    const parent = source.at(removedPath.slice(0, -1));
    if (typeof removedPath.at(-2) !== 'string' || !isJsonObject(parent) || Object.keys(parent).length > 1) break;
    removedPath = removedPath.slice(0, -1);
  }
  return { kind: 'remove', path: removedPath };
}

/** Returns the edit that removes an item of a list; the whole list is removed with its only item. */
export function buildRemoveItemEdit(path: JsonPath, { index, count }: { index: number; count: number }): CaseEdit {
  return { kind: 'remove', path: count === 1 ? path : [...path, index] };
}
