import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { findTooDeepOffset, type JsonPath } from '../values/index.ts';
import { findCanonicalKey } from './canonical-key.ts';

export type JsonNode = Node;

/** Parses the source text of a case into a tree with offsets; `undefined` if it is not a valid object. */
export function parseCaseTree(source: string): JsonNode | undefined {
  if (findTooDeepOffset(source) !== undefined) return undefined;
  const errors: ParseError[] = [];
  const root = parseTree(source, errors);
  return root?.type === 'object' && errors.length === 0 ? root : undefined;
}

/**
 * The lookup of the jsonc-parser library is not sufficient here: keys have several spellings, the last of duplicate
 * keys counts, and a single value may replace a list of one item.
 */
export function findNodeAtPath(root: JsonNode, path: JsonPath): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const step of path) {
    if (node === undefined) return undefined;
    node = typeof step === 'number' ? listItemAt(node, step) : getPropertyValue(findPropertiesByKey(node, step).at(-1));
  }
  return node;
}

/** Returns the members of an object whose key matches in any accepted spelling; the last of them takes effect. */
export function findPropertiesByKey(node: JsonNode, key: string): JsonNode[] {
  if (node.type !== 'object') return [];
  const properties = node.children ?? [];
  const exact = properties.filter((property) => getPropertyKey(property) === key);
  if (exact.length > 0) return exact;
  return properties.filter((property) => findCanonicalKey(getPropertyKey(property), [key]) !== undefined);
}

export function getPropertyKey(property: JsonNode): string {
  return String(property.children?.[0]?.value);
}

export function getPropertyValue(property: JsonNode | undefined): JsonNode | undefined {
  return property?.children?.[1];
}

export function getEndOfNode(node: JsonNode): number {
  return node.offset + node.length;
}

/** Returns an item of a list; a single value counts as a list with one item. */
export function listItemAt(node: JsonNode, index: number): JsonNode | undefined {
  if (node.type === 'array') return node.children?.[index];
  return index === 0 ? node : undefined;
}
