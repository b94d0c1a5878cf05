import { parseTree } from 'jsonc-parser';
import { findTooDeepOffset, type JsonPath } from '../values/index.ts';
import { findPropertiesByKey, getPropertyValue, type JsonNode, listItemAt } from './json-tree.ts';

export type SourcePosition = { line: number; column: number };

/** Converts offsets to lines and columns. The text is scanned only when the first position is requested. */
export function createPositions(text: string): (offset: number) => SourcePosition {
  let lineStarts: number[] | undefined;
  return (offset) => {
    lineStarts ??= findLineStarts(text);
    const line = findLastIndexNotAbove(lineStarts, offset);
    return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
  };
}

/** What a path in the source of a case leads to: a node, and the property or list that contains it. */
export type LocatedPosition = { node: JsonNode; property?: JsonNode | undefined };

export type SourceLocator = {
  /** Returns undefined if the path leads to nothing. */
  find(path: JsonPath): LocatedPosition | undefined;
  /**
   * Returns the range of a key or value. For a whole case or a missing key, this is the first character of the object.
   */
  rangeOf(path: JsonPath, keyOrValue: 'key' | 'value'): { offset: number; length: number };
};

/** Finds the positions of keys and values inside the source of a case. */
export function createLocator(source: string): SourceLocator {
  const root = findTooDeepOffset(source) === undefined ? parseTree(source) : undefined;
  if (root === undefined) return { find: () => undefined, rangeOf: () => ({ offset: 0, length: 1 }) };
  return {
    find(path) {
      const { reached, rest } = followPath(root, path);
      return rest === 0 ? reached : undefined;
    },
    rangeOf(path, keyOrValue) {
      const { reached, rest } = followPath(root, path);
      if (rest > 0 || path.length === 0) return { offset: reached.node.offset, length: 1 };
      const { offset, length } = (keyOrValue === 'key' ? reached.property?.children?.[0] : undefined) ?? reached.node;
      return { offset, length };
    },
  };
}

function followPath(root: JsonNode, path: JsonPath): { reached: LocatedPosition; rest: number } {
  let reached: LocatedPosition = { node: root };
  for (const [index, step] of path.entries()) {
    const property = typeof step === 'string' ? findPropertiesByKey(reached.node, step).at(-1) : reached.property;
    const node = typeof step === 'string' ? getPropertyValue(property) : listItemAt(reached.node, step);
    if (node === undefined) return { reached, rest: path.length - index };
    reached = { node, property };
  }
  return { reached, rest: 0 };
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let lineBreak = text.indexOf('\n'); lineBreak !== -1; lineBreak = text.indexOf('\n', lineBreak + 1))
    starts.push(lineBreak + 1);
  return starts;
}

function findLastIndexNotAbove(sortedOffsets: readonly number[], value: number): number {
  let lowerBound = 0;
  let upperBound = sortedOffsets.length - 1;
  while (lowerBound < upperBound) {
    const middle = Math.ceil((lowerBound + upperBound) / 2);
    if ((sortedOffsets[middle] ?? 0) <= value) lowerBound = middle;
    else upperBound = middle - 1;
  }
  return lowerBound;
}
