import { findNodeAtOffset, parseTree } from 'jsonc-parser';
import type { QuickFix } from './document.ts';
import { removeMember } from './remove-member.ts';
import { shiftEdits } from './text-edit.ts';

/** A key that stands twice, in the source of an object that begins at `at` of its entry. */
export type FoundTwice = { source: string; at: number; key: string; offset: number };

/** The last of them counts, so that one stays. */
export function fixesOfRepeatedKey({ source, at, key, offset }: FoundTwice): QuickFix[] {
  const root = parseTree(source);
  const later = root === undefined ? undefined : findNodeAtOffset(root, offset)?.parent;
  const earlier = later?.parent?.children?.findLast(
    (member) => member.offset < offset && member.children?.[0]?.value === key,
  );
  if (earlier === undefined) return [];
  const edits = shiftEdits(removeMember(source, earlier), at);
  return [{ title: `Remove the earlier ${JSON.stringify(key)}`, edits }];
}
