import type { Node } from 'jsonc-parser';
import type { TextEdit } from './text-edit.ts';

/** Takes a property out of its object, or an item out of its list, with the comma that it no longer needs. */
export function removeMember(source: string, member: Node): TextEdit[] {
  const siblings = member.parent?.children ?? [];
  const index = siblings.indexOf(member);
  const end = member.offset + member.length;
  const next = siblings[index + 1];
  if (next !== undefined) {
    const comma = commaBetween(source, end, next.offset);
    return [{ from: member.offset, to: skipBlanks(source, comma + 1), insert: '' }];
  }
  const previous = siblings[index - 1];
  if (previous === undefined) return [{ from: member.offset, to: end, insert: '' }];
  const comma = commaBetween(source, previous.offset + previous.length, member.offset);
  const between = source.slice(comma + 1, member.offset);
  if (between.trim() === '') return [{ from: comma, to: end, insert: '' }];
  const kept = comma + 1 + between.trimEnd().length;
  return [
    { from: comma, to: comma + 1, insert: '' },
    { from: kept, to: end, insert: '' },
  ];
}

/** Lines with comments may have commas too, and do not count. */
function commaBetween(source: string, from: number, to: number): number {
  let isComment = false;
  for (let at = from; at < to; at += 1) {
    const character = source[at];
    if (character === '\n') isComment = false;
    else if (source.startsWith('//', at)) isComment = true;
    else if (character === ',' && !isComment) return at;
  }
  return from;
}

function skipBlanks(source: string, from: number): number {
  let at = from;
  while (at < source.length && /\s/.test(source.charAt(at))) at += 1;
  return at;
}
