import type { CaseFinding, SuggestedFix } from '../inputs/finding.ts';
import { getEndOfNode, getPropertyKey, getPropertyValue, type JsonNode } from '../inputs/json-tree.ts';
import type { LocatedPosition, SourceLocator } from '../inputs/source-position.ts';
import type { QuickFix } from './document.ts';
import { createRemoveSiblingEdits } from './edit-siblings.ts';
import { shiftEdits, type TextEdit } from './text-edit.ts';

/** A finding about an object: the source text of the object, and its offset in the entry. */
export type FindingInObject = { source: string; at: number; finding: CaseFinding; locator: SourceLocator };

/** Returns the fixes for a finding about an object. Positions are relative to the start of the entry. */
export function listFindingFixes({ source, at, finding, locator }: FindingInObject): QuickFix[] {
  const position = locator.find(finding.path);
  if (position === undefined || finding.path.length === 0) return [];
  const fixes = [...listSuggestionFixes(finding, position), ...listFixesForCure(finding, position, source)];
  return fixes.map((fix) => ({ ...fix, edits: shiftEdits(fix.edits, at) }));
}

function listSuggestionFixes({ suggestion, at }: CaseFinding, { node, property }: LocatedPosition): QuickFix[] {
  if (suggestion === undefined) return [];
  if (at === 'key') return property === undefined ? [] : createRenameKeyFixes(property, suggestion);
  if (node.type !== 'string') return [];
  return [
    {
      title: `Change to ${JSON.stringify(suggestion)}`,
      edits: [createReplaceNodeEdit(node, JSON.stringify(suggestion))],
    },
  ];
}

function listFixesForCure(
  { cure, severity, path }: CaseFinding,
  { node, property }: LocatedPosition,
  source: string,
): QuickFix[] {
  if (cure === undefined) return [];
  switch (cure.kind) {
    case 'rename':
      return property === undefined ? [] : listKeyCorrectionFixes(property, cure, source);
    case 'remove': {
      const isItem = typeof path.at(-1) === 'number';
      const fixes = createRemoveNodeFixes(isItem ? node : property, source);
      return severity === 'error' ? fixes : fixes.map((fix) => ({ ...fix, group: 'Remove keys without effect' }));
    }
    case 'image':
      return createImageFixes(property);
    default:
      cure satisfies never;
      return [];
  }
}

/** Renames a key to its usual name; removes it if the usual name is also present. */
function listKeyCorrectionFixes(
  property: JsonNode,
  { to }: Extract<SuggestedFix, { kind: 'rename' }>,
  source: string,
): QuickFix[] {
  const renameFixes = createRenameKeyFixes(property, to);
  const fixes = renameFixes.length > 0 ? renameFixes : createRemoveNodeFixes(property, source);
  return fixes.map((fix) => ({ ...fix, group: `Use "${to}" instead` }));
}

function createRenameKeyFixes(property: JsonNode, to: string): QuickFix[] {
  const isTaken = property.parent?.children?.some((other) => getPropertyKey(other) === to) === true;
  const key = property.children?.[0];
  if (isTaken || key === undefined) return [];
  return [{ title: `Rename to ${JSON.stringify(to)}`, edits: [createReplaceNodeEdit(key, JSON.stringify(to))] }];
}

function createRemoveNodeFixes(member: JsonNode | undefined, source: string): QuickFix[] {
  const container = member?.parent;
  if (member === undefined || container === undefined) return [];
  const index = container.children?.indexOf(member) ?? -1;
  const edits = createRemoveSiblingEdits({ source, container }, index);
  const memberLabel = member.type === 'property' ? getPropertyKey(member) : String(member.value);
  return [{ title: `Remove ${JSON.stringify(memberLabel)}`, edits }];
}

/** Fixes the member `url` in an `image_url` part of a message. `property` is that member. */
function createImageFixes(property: JsonNode | undefined): QuickFix[] {
  const image = property?.parent?.parent;
  const type = image?.parent?.children?.find((member) => getPropertyKey(member) === 'type');
  const typeValue = getPropertyValue(type);
  if (property?.parent === undefined || image === undefined || typeValue === undefined) return [];
  const members = (property.parent.children ?? []).map((member) => {
    const key = member === property ? 'source' : getPropertyKey(member);
    return `${JSON.stringify(key)}:${JSON.stringify(getPropertyValue(member)?.value ?? null)}`;
  });
  const edits = [createReplaceNodeEdit(typeValue, '"image"'), createReplaceNodeEdit(image, members.join(','))];
  return [{ title: 'Write it as {"type": "image", "source": …}', edits, group: 'Write all images with "source"' }];
}

function createReplaceNodeEdit(node: JsonNode, insert: string): TextEdit {
  return { from: node.offset, to: getEndOfNode(node), insert };
}
