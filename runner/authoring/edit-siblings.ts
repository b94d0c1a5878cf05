import type { JsonNode } from '../inputs/json-tree.ts';
import { getEndOfNode } from '../inputs/json-tree.ts';
import type { JsonStyle } from './json-style.ts';
import type { TextEdit } from './text-edit.ts';

// The library function `modify` of jsonc-parser is not used: it turns `[1,2]` into `[12]` when it removes the last
// item, removes comments, and changes the spacing.

/** A list or an object. Its items or members are called siblings. */
type SiblingList = { source: string; container: JsonNode };
type StyledSiblingList = SiblingList & { style: JsonStyle };

/**
 * Inserts a text between siblings in the same layout: on a line of its own if the siblings are on lines of their own.
 */
export function createInsertSiblingEdits(
  { source, container, style }: StyledSiblingList,
  index: number,
  text: string,
): TextEdit[] {
  const siblings = container.children ?? [];
  const siblingBefore = siblings[index - 1];
  if (siblingBefore !== undefined) {
    const gap = getGapBesideNode(source, siblingBefore, style);
    return [createInsertionEdit(getEndOfNode(siblingBefore), `,${gap}${text}`)];
  }
  const [firstSibling] = siblings;
  if (firstSibling !== undefined)
    return [createInsertionEdit(firstSibling.offset, `${text},${getGapBesideNode(source, firstSibling, style)}`)];
  const padding = container.type === 'object' ? style.insideBraces : '';
  const contents = source.slice(container.offset + 1, getEndOfNode(container) - 1);
  const replacedLength = contents.trim() === '' && !contents.includes('\n') ? contents.length : 0;
  const from = container.offset + 1;
  return [{ from, to: from + replacedLength, insert: `${padding}${text}${padding}` }];
}

/** Removes a sibling, one comma, and lines that then contain nothing. Comments stay. */
export function createRemoveSiblingEdits({ source, container }: SiblingList, index: number): TextEdit[] {
  const siblings = container.children ?? [];
  const sibling = siblings[index];
  if (sibling === undefined) return [];
  const previousSibling = siblings[index - 1];
  const nextSibling = siblings[index + 1];
  if (nextSibling !== undefined) {
    const comma = findCommaBetween(source, sibling, nextSibling);
    const textBetween = source.slice(comma + 1, nextSibling.offset);
    if (comma === getEndOfNode(sibling) && textBetween.trim() === '' && !textBetween.includes('\n')) {
      return [createDeletionEdit(sibling.offset, nextSibling.offset)];
    }
    const deletion = createDeleteWholeLinesEdit(source, sibling.offset, comma + 1);
    return comma === getEndOfNode(sibling)
      ? [deletion]
      : [
          createDeleteWholeLinesEdit(source, sibling.offset, getEndOfNode(sibling)),
          createDeletionEdit(comma, comma + 1),
        ];
  }
  if (previousSibling === undefined) return [createDeleteWholeLinesEdit(source, sibling.offset, getEndOfNode(sibling))];
  const comma = findCommaBetween(source, previousSibling, sibling);
  const textBetween = source.slice(comma + 1, sibling.offset);
  if (textBetween.trim() === '' && !startsLine(source, sibling.offset))
    return [createDeletionEdit(comma, getEndOfNode(sibling))];
  return [
    createDeletionEdit(comma, comma + 1),
    createDeleteWholeLinesEdit(source, sibling.offset, getEndOfNode(sibling)),
  ];
}

/** Moves an item. Text between items stays where it is, but a comment above an item moves with it. */
export function createMoveSiblingEdits({ source, container }: SiblingList, from: number, to: number): TextEdit[] {
  const siblings = container.children ?? [];
  if (siblings[from] === undefined || siblings[to] === undefined || from === to) return [];
  const slots = findSiblingSlots(source, container);
  const order = slots.map((_, position) => position);
  order.splice(to, 0, ...order.splice(from, 1));
  return slots.flatMap((slot, position) => {
    const movedSlot = slots[order[position] ?? position];
    if (movedSlot === undefined || movedSlot === slot) return [];
    return [{ from: slot.from, to: slot.to, insert: source.slice(movedSlot.from, movedSlot.to) }];
  });
}

type SiblingSlot = { from: number; to: number };

function findSiblingSlots(source: string, container: JsonNode): SiblingSlot[] {
  const siblings = container.children ?? [];
  const slotsWithoutComments = siblings.map((node) => ({ from: node.offset, to: getEndOfNode(node) }));
  if (!slotsWithoutComments.every(({ from }) => startsLine(source, from))) return slotsWithoutComments;
  return slotsWithoutComments.map(({ from, to }, index) => {
    const gapStart = slotsWithoutComments[index - 1]?.to ?? container.offset + 1;
    const comment = source.slice(gapStart, from).search(/\/\//);
    return { from: comment === -1 ? from : gapStart + comment, to };
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

/** Returns the offset of the comma between two siblings. Only blanks and comment lines may come before it. */
function findCommaBetween(source: string, left: JsonNode, right: JsonNode): number {
  const textBetween = source.slice(getEndOfNode(left), right.offset);
  const comma = /^(?:\s|\/\/[^\n]*(?:\n|$))*,/.exec(textBetween)?.[0].length ?? textBetween.indexOf(',') + 1;
  return getEndOfNode(left) + comma - 1;
}

/** Extends a range to whole lines if they contain nothing else. */
function createDeleteWholeLinesEdit(source: string, from: number, to: number): TextEdit {
  const restOfLine = /^[^\S\n]*\n/.exec(source.slice(to))?.[0];
  if (!startsLine(source, from) || restOfLine === undefined) return createDeletionEdit(from, to);
  return createDeletionEdit(findLineStart(source, from), to + restOfLine.length);
}

function createInsertionEdit(at: number, insert: string): TextEdit {
  return { from: at, to: at, insert };
}

function createDeletionEdit(from: number, to: number): TextEdit {
  return { from, to, insert: '' };
}
