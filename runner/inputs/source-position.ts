import { type Node, parseTree } from 'jsonc-parser';
import type { CasePath } from './finding.ts';
import { canonicalKey } from './normalize-keys.ts';

export type Position = { line: number; column: number };

/** Turns offsets into lines and columns; looks through the text only when the first one is asked for. */
export function createPositions(text: string): (offset: number) => Position {
  let lineStarts: number[] | undefined;
  return (offset) => {
    lineStarts ??= lineStartsOf(text);
    const line = lastIndexNotAbove(lineStarts, offset);
    return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
  };
}

/** The target of a path in the source of a case: a node, and the property that holds it or the list it is in. */
export type Located = { node: Node; property?: Node };

export type Locator = {
  /** Nothing when the path leads to something that is not there. */
  find(path: CasePath): Located | undefined;
  /** The place of a key or value; of a whole case or of what is missing, the first character of what it is about. */
  rangeOf(path: CasePath, at: 'key' | 'value'): { offset: number; length: number };
};

/** Finds places inside the source of a case. */
export function createLocator(source: string): Locator {
  const root = parseTree(source);
  if (root === undefined) return { find: () => undefined, rangeOf: () => ({ offset: 0, length: 1 }) };
  return {
    find(path) {
      const { reached, rest } = follow(root, path);
      return rest === 0 ? reached : undefined;
    },
    rangeOf(path, at) {
      const { reached, rest } = follow(root, path);
      if (rest > 0 || path.length === 0) return { offset: reached.node.offset, length: 1 };
      const { offset, length } = keyNode(reached, at) ?? reached.node;
      return { offset, length };
    },
  };
}

function follow(root: Node, path: CasePath): { reached: Located; rest: number } {
  let reached: Located = { node: root };
  for (const [index, part] of path.entries()) {
    const next = childOf(reached.node, part);
    if (next === undefined) return { reached, rest: path.length - index };
    reached = next.property === undefined ? { ...reached, node: next.node } : next;
  }
  return { reached, rest: 0 };
}

function keyNode({ property }: Located, at: 'key' | 'value'): Node | undefined {
  return at === 'key' ? property?.children?.[0] : undefined;
}

type Child = { node: Node; property?: Node };

function childOf(node: Node, part: string | number): Child | undefined {
  if (typeof part === 'number') return elementOf(node, part);
  if (node.type !== 'object') return undefined;
  const property = propertyNamed(node, part);
  const value = property?.children?.[1];
  return property === undefined || value === undefined ? undefined : { node: value, property };
}

/** A single assertion stands for a list of one. */
function elementOf(node: Node, index: number): Child | undefined {
  if (node.type !== 'array') return index === 0 ? { node } : undefined;
  const element = node.children?.[index];
  return element === undefined ? undefined : { node: element };
}

/** The last property of a name counts, as for JSON.parse; a canonical name finds the spelling that the author chose. */
function propertyNamed(node: Node, name: string): Node | undefined {
  const properties = node.children ?? [];
  return (
    properties.findLast((property) => property.children?.[0]?.value === name) ??
    properties.findLast((property) => canonicalKey(String(property.children?.[0]?.value), [name]) !== undefined)
  );
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lastIndexNotAbove(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
