import type { CaseFinding, SuggestedFix } from '../inputs/finding.ts';
import { type JsonNode, memberValue, nodeEnd, propertyKey } from '../inputs/json-tree.ts';
import type { LocatedPosition, SourceLocator } from '../inputs/source-position.ts';
import type { QuickFix } from './document.ts';
import { removeSibling } from './edit-siblings.ts';
import { shiftEdits, type TextEdit } from './text-edit.ts';

/** A finding, with the source text of its object and the offset of that object in the entry. */
export type FindingInObject = { source: string; at: number; finding: CaseFinding; locator: SourceLocator };

/** Returns the fixes for a finding about an object; positions count from the start of its entry. */
export function listFindingFixes({ source, at, finding, locator }: FindingInObject): QuickFix[] {
  const located = locator.find(finding.path);
  if (located === undefined || finding.path.length === 0) return [];
  const fixes = [...suggestedFixes(finding, located), ...listFixes(finding, located, source)];
  return fixes.map((fix) => ({ ...fix, edits: shiftEdits(fix.edits, at) }));
}

function suggestedFixes({ suggestion, at }: CaseFinding, { node, property }: LocatedPosition): QuickFix[] {
  if (suggestion === undefined) return [];
  if (at === 'key') return property === undefined ? [] : renameKey(property, suggestion);
  if (node.type !== 'string') return [];
  return [{ title: `Change to ${JSON.stringify(suggestion)}`, edits: [replaceFix(node, JSON.stringify(suggestion))] }];
}

function listFixes(
  { cure, severity, path }: CaseFinding,
  { node, property }: LocatedPosition,
  source: string,
): QuickFix[] {
  if (cure === undefined) return [];
  switch (cure.kind) {
    case 'rename':
      return property === undefined ? [] : correctKeyFixes(property, cure, source);
    case 'remove': {
      const isItem = typeof path.at(-1) === 'number';
      const fixes = removeMember(isItem ? node : property, source);
      return severity === 'error' ? fixes : fixes.map((fix) => ({ ...fix, group: 'Remove keys without effect' }));
    }
    case 'image':
      return imageFix(property);
    default:
      cure satisfies never;
      return [];
  }
}

/** Renames a key to its usual name, or removes it if the usual name is already there. */
function correctKeyFixes(
  property: JsonNode,
  { to }: Extract<SuggestedFix, { kind: 'rename' }>,
  source: string,
): QuickFix[] {
  const renamed = renameKey(property, to);
  const fixes = renamed.length > 0 ? renamed : removeMember(property, source);
  return fixes.map((fix) => ({ ...fix, group: `Use "${to}" instead` }));
}

function renameKey(property: JsonNode, to: string): QuickFix[] {
  const isTaken = property.parent?.children?.some((other) => propertyKey(other) === to) === true;
  const key = property.children?.[0];
  if (isTaken || key === undefined) return [];
  return [{ title: `Rename to ${JSON.stringify(to)}`, edits: [replaceFix(key, JSON.stringify(to))] }];
}

function removeMember(member: JsonNode | undefined, source: string): QuickFix[] {
  const container = member?.parent;
  if (member === undefined || container === undefined) return [];
  const index = container.children?.indexOf(member) ?? -1;
  const edits = removeSibling({ source, container }, index);
  const memberLabel = member.type === 'property' ? propertyKey(member) : String(member.value);
  return [{ title: `Remove ${JSON.stringify(memberLabel)}`, edits }];
}

/** `property` is the `url` member of an `image_url` message part. */
function imageFix(property: JsonNode | undefined): QuickFix[] {
  const image = property?.parent?.parent;
  const type = image?.parent?.children?.find((member) => propertyKey(member) === 'type');
  const typeValue = memberValue(type);
  if (property?.parent === undefined || image === undefined || typeValue === undefined) return [];
  const members = (property.parent.children ?? []).map((member) => {
    const key = member === property ? 'source' : propertyKey(member);
    return `${JSON.stringify(key)}:${JSON.stringify(memberValue(member)?.value ?? null)}`;
  });
  const edits = [replaceFix(typeValue, '"image"'), replaceFix(image, members.join(','))];
  return [{ title: 'Make it an image with a source', edits, group: 'Make them images with a source' }];
}

function replaceFix(node: JsonNode, insert: string): TextEdit {
  return { from: node.offset, to: nodeEnd(node), insert };
}
