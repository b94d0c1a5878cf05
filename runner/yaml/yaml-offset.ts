import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair } from 'yaml';

export type YamlPath = readonly (string | number)[];

/** Returns the offset of a path in the text, or of its nearest ancestor in the text. */
export function findOffset(document: Document.Parsed, path: YamlPath, at: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let offset = getNodeStart(node) ?? 0;
  let keyOffset = offset;
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document);
    const pair = isMap(node) ? node.items.find(({ key }) => getKeyName(key) === String(part)) : undefined;
    const next = pair === undefined ? getSequenceItem(node, part) : pair.value;
    if (pair === undefined && next === undefined) return offset;
    keyOffset = (pair === undefined ? getNodeStart(next) : getNodeStart(pair.key)) ?? offset;
    offset = findStartOfValue(pair, next) ?? keyOffset;
    node = next;
  }
  return at === 'key' ? keyOffset : offset;
}

function getSequenceItem(node: unknown, part: string | number): unknown {
  return isSeq(node) && typeof part === 'number' ? node.items[part] : undefined;
}

/** Returns the position of a value; for a key without a value, the position of the key. */
function findStartOfValue(pair: Pair | undefined, value: unknown): number | undefined {
  const isEmpty = isScalar(value) && value.source === '';
  return pair !== undefined && (isEmpty || !isNode(value)) ? getNodeStart(pair.key) : getNodeStart(value);
}

function getNodeStart(node: unknown): number | undefined {
  return isNode(node) ? getRangeStart(node) : undefined;
}

function getRangeStart(node: Node): number | undefined {
  return node.range?.[0];
}

function getKeyName(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}
