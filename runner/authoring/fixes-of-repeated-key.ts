import type { QuickFix } from './document.ts';
import { removeSibling } from './edit-siblings.ts';
import { type JsonNode, keyOf, treeOf } from './json-tree.ts';
import { shiftEdits } from './text-edit.ts';

/** A key that stands twice, in the source of an object that begins at `at` of its entry. */
export type FoundTwice = { source: string; at: number; key: string; offset: number };

/** The last of them counts, so that one stays. */
export function fixesOfRepeatedKey({ source, at, key, offset }: FoundTwice): QuickFix[] {
  const root = treeOf(source);
  const container = root === undefined ? undefined : holderOf(root, offset);
  if (container === undefined) return [];
  const members = container.children ?? [];
  const earlier = members.findLastIndex((member) => member.offset < offset && keyOf(member) === key);
  const edits = removeSibling({ source, container }, earlier);
  return edits.length === 0
    ? []
    : [{ title: `Remove the earlier ${JSON.stringify(key)}`, edits: shiftEdits(edits, at) }];
}

/** The object that has a property at an offset. */
function holderOf(node: JsonNode, offset: number): JsonNode | undefined {
  const children = node.children ?? [];
  if (node.type === 'object' && children.some((member) => member.offset === offset)) return node;
  const around = children.find((child) => child.offset <= offset && offset < child.offset + child.length);
  return around === undefined ? undefined : holderOf(around, offset);
}
