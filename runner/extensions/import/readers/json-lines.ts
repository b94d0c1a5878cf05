import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { DocumentPath } from './document-path.ts';
import { findJsonPositions, type JsonPosition } from './json-positions.ts';

/**
 * The number of levels whose positions are indexed, which is enough to find each case. Deeper values are searched for
 * inside their case.
 */
export const INDEXED_LEVELS = 2;

/**
 * Returns a function that returns the line of the value at a path, or of its nearest ancestor. The JSON must be valid.
 * Unless positions are given as `known`, the first call indexes the text.
 */
export function createJsonLineFinder(
  text: string,
  knownPlaces?: ReadonlyMap<string, JsonPosition>,
): (path: DocumentPath) => number {
  let places = knownPlaces;
  let lastTree: { offset: number; tree: Node | undefined } | undefined;

  function parseTreeAtOffset(offset: number): Node | undefined {
    if (lastTree?.offset !== offset) lastTree = { offset, tree: parseTree(text.slice(offset)) };
    return lastTree.tree;
  }

  function findLineOfPath({ offset, line }: JsonPosition, path: DocumentPath): number {
    if (path.length === 0) return line;
    const tree = parseTreeAtOffset(offset);
    for (let length = path.length; tree !== undefined && length > 0; length -= 1) {
      const node = findNodeAtLocation(tree, path.slice(0, length));
      if (node !== undefined) return line + text.slice(offset, offset + node.offset).split('\n').length - 1;
    }
    return line;
  }

  return (path) => {
    places ??= findJsonPositions(text, INDEXED_LEVELS);
    for (let length = Math.min(path.length, INDEXED_LEVELS); length >= 0; length -= 1) {
      const position = places.get(JSON.stringify(path.slice(0, length)));
      if (position !== undefined) return findLineOfPath(position, path.slice(length));
    }
    return 1;
  };
}
