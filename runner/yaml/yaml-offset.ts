import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair } from 'yaml';

export type YamlPath = readonly (string | number)[];

/** Returns the offset of a path in the text, or of its nearest ancestor in the text. */
export function findOffset(document: Document.Parsed, path: YamlPath, at: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let offset = nodeStart(node) ?? 0;
  let keyOffset = offset;
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document);
    const pair = isMap(node) ? node.items.find(({ key }) => keyName(key) === String(part)) : undefined;
    const next = pair === undefined ? sequenceItemAt(node, part) : pair.value;
    if (pair === undefined && next === undefined) return offset;
    keyOffset = (pair === undefined ? nodeStart(next) : nodeStart(pair.key)) ?? offset;
    offset = startOfValue(pair, next) ?? keyOffset;
    node = next;
  }
  return at === 'key' ? keyOffset : offset;
}

function sequenceItemAt(node: unknown, part: string | number): unknown {
  return isSeq(node) && typeof part === 'number' ? node.items[part] : undefined;
}

/** Returns the position of a value; for a key without a value, the position of the key. */
function startOfValue(pair: Pair | undefined, value: unknown): number | undefined {
  const isEmpty = isScalar(value) && value.source === '';
  return pair !== undefined && (isEmpty || !isNode(value)) ? nodeStart(pair.key) : nodeStart(value);
}

function nodeStart(node: unknown): number | undefined {
  return isNode(node) ? rangeStart(node) : undefined;
}

function rangeStart(node: Node): number | undefined {
  return node.range?.[0];
}

function keyName(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}
