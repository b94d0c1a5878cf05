import {
  findNodeAtPath,
  findPropertiesByKey,
  getEndOfNode,
  getPropertyKey,
  type JsonNode,
  parseCaseTree,
} from '../inputs/json-tree.ts';
import { scanObject } from '../inputs/object-scanner.ts';
import { isJsonObject, type Json, type JsonObject, type JsonPath } from '../values/index.ts';

/** A case with its source text. Paths may contain any accepted spelling of a key. */
export type CaseSource = {
  source: string;
  from: number;
  value: JsonObject;
  at: (path: JsonPath) => Json | undefined;
  /** Returns the source text of the value at a path. */
  textAt: (path: JsonPath) => string | undefined;
  /** Returns the range of a value with its key, as offsets in the text of the file. */
  rangeOf: (path: JsonPath) => { from: number; to: number } | undefined;
  /** Returns the keys of the object at a path, in the author's spelling. */
  keysAt: (path: JsonPath) => string[];
};

/** Parses the case that begins at an offset; undefined if no object begins there, or if it is not valid JSON. */
export function parseCaseSource(text: string, from: number): CaseSource | undefined {
  if (text[from] !== '{') return undefined;
  const scan = scanObject(text, from);
  if (scan.kind === 'broken') return undefined;
  const source = text.slice(from, scan.end);
  const root = parseCaseTree(source);
  const value = root === undefined ? undefined : parseNodeValue(root);
  if (root === undefined || !isJsonObject(value)) return undefined;
  return {
    source,
    from,
    value,
    at(path) {
      const node = findNodeAtPath(root, path);
      return node === undefined ? undefined : parseNodeValue(node);
    },
    textAt(path) {
      const node = findNodeAtPath(root, path);
      return node === undefined ? undefined : source.slice(node.offset, getEndOfNode(node));
    },
    rangeOf(path) {
      const node = findSyntaxNode(root, path);
      return node === undefined ? undefined : { from: from + node.offset, to: from + getEndOfNode(node) };
    },
    keysAt(path) {
      const node = findNodeAtPath(root, path);
      return node?.type === 'object' ? (node.children ?? []).map(getPropertyKey) : [];
    },
  };
}

/**
 * Returns the node at a path. For a member of an object, it includes the key, because problems may refer to the key.
 */
function findSyntaxNode(root: JsonNode, path: JsonPath): JsonNode | undefined {
  const key = path.at(-1);
  const parent = findNodeAtPath(root, path.slice(0, -1));
  if (typeof key !== 'string' || parent === undefined) return findNodeAtPath(root, path);
  return findPropertiesByKey(parent, key).at(-1);
}

function parseNodeValue(node: JsonNode): Json {
  if (node.type === 'array') return (node.children ?? []).map(parseNodeValue);
  if (node.type !== 'object') return node.value;
  const members = (node.children ?? []).map((property): [string, Json] => {
    const value = property.children?.[1];
    return [getPropertyKey(property), value === undefined ? null : parseNodeValue(value)];
  });
  return Object.fromEntries(members);
}
