import type { JsonNode } from '../inputs/json-tree.ts';
import { nodeEnd } from '../inputs/json-tree.ts';
import type { JsonStyle } from './json-style.ts';
import type { TextEdit } from './text-edit.ts';

// Hand-written: `modify` of jsonc-parser turns `[1,2]` into `[12]` when it removes the last item, drops comments, and
// uses its own spacing.

/** A list or an object; its items or members are siblings. */
type SiblingList = { source: string; container: JsonNode };
type StyledSiblingList = SiblingList & { style: JsonStyle };

/** Inserts a text between siblings in the same layout: on its own line if the siblings are on their own lines. */
export function createInsertSiblingEdits(
  { source, container, style }: StyledSiblingList,
  index: number,
  text: string,
): TextEdit[] {
  const siblings = container.children ?? [];
  const before = siblings[index - 1];
  if (before !== undefined) {
    const gap = getGapBesideNode(source, before, style);
    return [createInsertionEdit(nodeEnd(before), `,${gap}${text}`)];
  }
  const [first] = siblings;
  if (first !== undefined)
    return [createInsertionEdit(first.offset, `${text},${getGapBesideNode(source, first, style)}`)];
  const padding = container.type === 'object' ? style.insideBraces : '';
  const inside = source.slice(container.offset + 1, nodeEnd(container) - 1);
  const replaced = inside.trim() === '' && !inside.includes('\n') ? inside.length : 0;
  const from = container.offset + 1;
  return [{ from, to: from + replaced, insert: `${padding}${text}${padding}` }];
}

/** Removes a sibling, one comma, and lines that contained nothing else. Comments stay. */
export function createRemoveSiblingEdits({ source, container }: SiblingList, index: number): TextEdit[] {
  const siblings = container.children ?? [];
  const sibling = siblings[index];
  if (sibling === undefined) return [];
  const previous = siblings[index - 1];
  const next = siblings[index + 1];
  if (next !== undefined) {
    const comma = findCommaBetween(source, sibling, next);
    const between = source.slice(comma + 1, next.offset);
    if (comma === nodeEnd(sibling) && between.trim() === '' && !between.includes('\n')) {
      return [createDeletionEdit(sibling.offset, next.offset)];
    }
    const own = createDeleteWholeLinesEdit(source, sibling.offset, comma + 1);
    return comma === nodeEnd(sibling)
      ? [own]
      : [createDeleteWholeLinesEdit(source, sibling.offset, nodeEnd(sibling)), createDeletionEdit(comma, comma + 1)];
  }
  if (previous === undefined) return [createDeleteWholeLinesEdit(source, sibling.offset, nodeEnd(sibling))];
  const comma = findCommaBetween(source, previous, sibling);
  const between = source.slice(comma + 1, sibling.offset);
  if (between.trim() === '' && !startsLine(source, sibling.offset))
    return [createDeletionEdit(comma, nodeEnd(sibling))];
  return [createDeletionEdit(comma, comma + 1), createDeleteWholeLinesEdit(source, sibling.offset, nodeEnd(sibling))];
}

/** Moves an item. The text between items stays, but a comment moves with the item below it. */
export function createMoveSiblingEdits({ source, container }: SiblingList, from: number, to: number): TextEdit[] {
  const siblings = container.children ?? [];
  if (siblings[from] === undefined || siblings[to] === undefined || from === to) return [];
  const slots = findSiblingSlots(source, container);
  const order = slots.map((_, position) => position);
  order.splice(to, 0, ...order.splice(from, 1));
  return slots.flatMap((slot, position) => {
    const moved = slots[order[position] ?? position];
    if (moved === undefined || moved === slot) return [];
    return [{ from: slot.from, to: slot.to, insert: source.slice(moved.from, moved.to) }];
  });
}

type SiblingSlot = { from: number; to: number };

function findSiblingSlots(source: string, container: JsonNode): SiblingSlot[] {
  const siblings = container.children ?? [];
  const bare = siblings.map((node) => ({ from: node.offset, to: nodeEnd(node) }));
  if (!bare.every(({ from }) => startsLine(source, from))) return bare;
  return bare.map(({ from, to }, index) => {
    const lead = bare[index - 1]?.to ?? container.offset + 1;
    const comment = source.slice(lead, from).search(/\/\//);
    return { from: comment === -1 ? from : lead + comment, to };
  });
}

function getGapBesideNode(source: string, node: JsonNode, { newline, afterComma }: JsonStyle): string {
  if (!startsLine(source, node.offset)) return afterComma;
  return newline + source.slice(findLineStart(source, node.offset), node.offset);
}

function startsLine(source: string, offset: number): boolean {
  const start = findLineStart(source, offset);
  return start > 0 && source.slice(start, offset).trim() === '';
}

function findLineStart(source: string, offset: number): number {
  return source.lastIndexOf('\n', offset - 1) + 1;
}

/** The offset of the comma between two siblings, which are otherwise separated only by blanks and comment lines. */
function findCommaBetween(source: string, left: JsonNode, right: JsonNode): number {
  const between = source.slice(nodeEnd(left), right.offset);
  const comma = /^(?:\s|\/\/[^\n]*(?:\n|$))*,/.exec(between)?.[0].length ?? between.indexOf(',') + 1;
  return nodeEnd(left) + comma - 1;
}

/** Extends a removed range to whole lines when nothing else is on them. */
function createDeleteWholeLinesEdit(source: string, from: number, to: number): TextEdit {
  const rest = /^[^\S\n]*\n/.exec(source.slice(to))?.[0];
  if (!startsLine(source, from) || rest === undefined) return createDeletionEdit(from, to);
  return createDeletionEdit(findLineStart(source, from), to + rest.length);
}

function createInsertionEdit(at: number, insert: string): TextEdit {
  return { from: at, to: at, insert };
}

function createDeletionEdit(from: number, to: number): TextEdit {
  return { from, to, insert: '' };
}
