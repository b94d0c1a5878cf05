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

type Locate = (path: CasePath, at: 'key' | 'value') => number;

/** Finds the offset inside the source of a case that a path leads to, or its nearest existing ancestor. */
export function createLocator(source: string): Locate {
  const root = parseTree(source);
  return (path, at) => (root === undefined ? 0 : offsetOf(root, path, at));
}

function offsetOf(root: Node, path: CasePath, at: 'key' | 'value'): number {
  let node = root;
  let property: Node | undefined;
  for (const part of path) {
    const next = childOf(node, part);
    if (next === undefined) return node.offset;
    property = next.property ?? property;
    node = next.node;
  }
  return at === 'key' ? (property?.offset ?? node.offset) : node.offset;
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
