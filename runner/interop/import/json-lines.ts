import { findNodeAtLocation, type Node, parseTree, visit } from 'jsonc-parser';
import type { DocumentPath } from './read-document.ts';

type Place = { offset: number; line: number };

/** What is indexed at once: the cases of a document. What is deeper is looked for in its case. */
const INDEXED_LEVELS = 2;

/** Answers the line of the value at a path, or of its nearest ancestor. Nothing is read before it is asked. */
export function createJsonLines(text: string): (path: DocumentPath) => number {
  let places: ReadonlyMap<string, Place> | undefined;
  let last: { offset: number; tree: Node | undefined } | undefined;

  function treeAt(offset: number): Node | undefined {
    if (last?.offset !== offset) last = { offset, tree: parseTree(text.slice(offset)) };
    return last.tree;
  }

  function lineInside({ offset, line }: Place, path: DocumentPath): number {
    const tree = treeAt(offset);
    for (let length = path.length; tree !== undefined && length > 0; length -= 1) {
      const found = findNodeAtLocation(tree, path.slice(0, length));
      if (found !== undefined) return line + text.slice(offset, offset + found.offset).split('\n').length - 1;
    }
    return line;
  }

  return (path) => {
    places ??= placesIn(text);
    for (let length = Math.min(path.length, INDEXED_LEVELS); length >= 0; length -= 1) {
      const place = places.get(JSON.stringify(path.slice(0, length)));
      if (place !== undefined) return lineInside(place, path.slice(length));
    }
    return 1;
  };
}

function placesIn(text: string): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  let level = 0;
  const see = (offset: number, startLine: number, path: () => DocumentPath): void => {
    if (level <= INDEXED_LEVELS) places.set(JSON.stringify(path()), { offset, line: startLine + 1 });
  };
  /** Whoever answers false is told nothing of what is inside, nor of the end. */
  const enter = (offset: number, _length: number, startLine: number, _column: number, path: () => DocumentPath) => {
    see(offset, startLine, path);
    if (level === INDEXED_LEVELS) return false;
    level += 1;
    return true;
  };
  const leave = (): void => {
    level -= 1;
  };
  visit(text, {
    onObjectBegin: enter,
    onObjectEnd: leave,
    onArrayBegin: enter,
    onArrayEnd: leave,
    onLiteralValue: (_value, offset, _length, startLine, _column, path) => see(offset, startLine, path),
  });
  return places;
}
