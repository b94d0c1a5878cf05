import {
  findNodeAtPath,
  findPropertiesByKey,
  getPropertyKey,
  type JsonNode,
  nodeEnd,
  parseCaseTree,
} from '../inputs/json-tree.ts';
import { scanObject } from '../inputs/object-scanner.ts';
import { isJsonObject, type Json, type JsonObject, type JsonPath } from '../values/index.ts';

/**
 * A case in the source text of its file. `at` and `rangeOf` take paths inside the case; keys in the path may use any
 * accepted spelling.
 */
export type CaseSource = {
  source: string;
  from: number;
  value: JsonObject;
  at: (path: JsonPath) => Json | undefined;
  /** The source text of the value at a path. */
  textAt: (path: JsonPath) => string | undefined;
  /** The range of a value and its key in the text of the file. */
  rangeOf: (path: JsonPath) => { from: number; to: number } | undefined;
  /** Returns the keys of the object at a path, spelled as the author wrote them. */
  keysAt: (path: JsonPath) => string[];
};

/** Reads the object that starts at an offset; `undefined` when there is none, or it is not JSON. */
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
      return node === undefined ? undefined : source.slice(node.offset, nodeEnd(node));
    },
    rangeOf(path) {
      const node = findSyntaxNode(root, path);
      return node === undefined ? undefined : { from: from + node.offset, to: from + nodeEnd(node) };
    },
    keysAt(path) {
      const node = findNodeAtPath(root, path);
      return node?.type === 'object' ? (node.children ?? []).map(getPropertyKey) : [];
    },
  };
}

/** Returns the node of the whole member if there is one, because problems may refer to its key. */
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
