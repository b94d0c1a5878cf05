import { compareConventionalKeys } from '../inputs/conventional-key-order.ts';
import {
  findNodeAtPath,
  findPropertiesByKey,
  getEndOfNode,
  getPropertyKey,
  type JsonNode,
  parseCaseTree,
} from '../inputs/json-tree.ts';
import type { Json, JsonPath } from '../values/index.ts';
import { createInsertSiblingEdits, createMoveSiblingEdits, createRemoveSiblingEdits } from './edit-siblings.ts';
import { detectStyle, formatJsonInStyle, formatPropertyInStyle, type JsonStyle } from './json-style.ts';
import { applyEdits, findEditBetween, type TextEdit } from './text-edit.ts';

/**
 * A change of a case at a path. `set` writes a value, `write` a JSON text; both create what is missing on the path.
 * `insert` adds an item to a list; a single value becomes a list. `append` adds a JSON text as the last member of an
 * object.
 */
export type CaseEdit =
  | { kind: 'set'; path: JsonPath; value: Json }
  | { kind: 'write'; path: JsonPath; text: string }
  | { kind: 'remove'; path: JsonPath }
  | { kind: 'rename'; path: JsonPath; key: string }
  | { kind: 'insert'; path: JsonPath; index: number; value: Json }
  | { kind: 'append'; path: JsonPath; text: string }
  | { kind: 'move'; path: JsonPath; from: number; to: number };

/**
 * Applies changes one after the other to the source text of one case. Returns them as edits of the text that leave
 * everything else unchanged, byte for byte: the order of keys, comments, spelling and line ends. Skips a change whose
 * path is impossible, such as a member of a number.
 */
export function editCase(source: string, edits: readonly CaseEdit[]): TextEdit[] {
  let text = source;
  for (const edit of edits) {
    const root = parseCaseTree(text);
    if (root === undefined) return [];
    text = applyEdits(text, planEdits({ source: text, root, style: detectStyle(text, root) }, edit));
  }
  return listEditsBetween(source, text);
}

type EditContext = { source: string; root: JsonNode; style: JsonStyle };

function planEdits(context: EditContext, edit: CaseEdit): TextEdit[] {
  switch (edit.kind) {
    case 'set':
      return createWriteEdits(context, edit.path, edit.value);
    case 'write':
      return createWriteEdits(context, edit.path, new SourceText(edit.text));
    case 'remove':
      return createRemoveValueEdits(context, edit.path);
    case 'rename':
      return createRenamePropertyEdits(context, edit.path, edit.key);
    case 'insert':
      return createInsertValueEdits(context, edit);
    case 'append':
      return createAppendPropertyEdits(context, edit.path, edit.text);
    case 'move':
      return createMoveItemEdits(context, edit);
    default:
      edit satisfies never;
      return [];
  }
}

/** A JSON text that is inserted without being formatted. */
class SourceText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function createWriteEdits(context: EditContext, path: JsonPath, value: Json | SourceText): TextEdit[] {
  const existing = findNodeAtPath(context.root, path);
  if (existing !== undefined) return [createReplaceNodeEdit(existing, formatValueInStyle(value, context))];
  const depth = path.findIndex((_, index) => findNodeAtPath(context.root, path.slice(0, index + 1)) === undefined);
  const parent = findNodeAtPath(context.root, path.slice(0, depth));
  const key = path[depth];
  if (parent === undefined || key === undefined) return [];
  const text = wrapInPath(path.slice(depth + 1), formatValueInStyle(value, context), context.style);
  if (parent.type === 'null') return [createReplaceNodeEdit(parent, wrapInPath([key], text, context.style))];
  if (typeof key === 'number') return createInsertTextEdits(context, parent, key, text);
  return parent.type === 'object'
    ? createInsertPropertyEdit(context, { parent, path: path.slice(0, depth + 1), key }, text)
    : [];
}

function formatValueInStyle(value: Json | SourceText, { source, style }: EditContext): string {
  if (!(value instanceof SourceText)) return formatJsonInStyle(value, style);
  // Every line break in the JSON is between tokens, because JSON strings cannot contain line breaks.
  return source.includes('\n')
    ? value.text.replace(/\r?\n/g, style.newline)
    : value.text.replace(/(?<!\s)\s*\n\s*/g, ' ');
}

/** Writes a JSON text inside new objects and lists, so that its path is as given. */
function wrapInPath(path: JsonPath, text: string, style: JsonStyle): string {
  return path.reduceRight<string>((inner, key) => {
    if (typeof key === 'number') return `[${inner}]`;
    return `{${style.insideBraces}${formatPropertyInStyle(key, inner, style)}${style.insideBraces}}`;
  }, text);
}

/** Inserts a member into an object, after the last member that usually comes before it. */
function createInsertPropertyEdit(
  { source, style }: EditContext,
  { parent, path, key }: NewProperty,
  text: string,
): TextEdit[] {
  const members = parent.children ?? [];
  const isUserField = path.length === 2 && path[0] === 'simulator' && simulatedUserKeys.includes(key);
  const comesBefore = isUserField ? isUserFieldBefore : compareConventionalKeys;
  const memberBefore = members.findLastIndex((member) => comesBefore(getPropertyKey(member), key));
  return createInsertSiblingEdits(
    { source, container: parent, style },
    memberBefore + 1,
    formatPropertyInStyle(key, text, style),
  );
}

type NewProperty = { parent: JsonNode; path: JsonPath; key: string };

// This order is separate from the usual order of keys, because a change of that order would change the hash of every
// case.
const simulatedUserKeys = 'goal facts unknown persona traits by give_up language seed'.split(' ');

function isUserFieldBefore(left: string, right: string): boolean {
  return simulatedUserKeys.indexOf(left) < simulatedUserKeys.indexOf(right);
}

function createAppendPropertyEdits(context: EditContext, path: JsonPath, text: string): TextEdit[] {
  const container = findNodeAtPath(context.root, path.slice(0, -1));
  const key = path.at(-1);
  if (container?.type !== 'object' || typeof key !== 'string')
    return createWriteEdits(context, path, new SourceText(text));
  const member = formatPropertyInStyle(key, formatValueInStyle(new SourceText(text), context), context.style);
  return createInsertSiblingEdits(
    { source: context.source, container, style: context.style },
    container.children?.length ?? 0,
    member,
  );
}

function createInsertValueEdits(
  context: EditContext,
  { path, index, value }: Extract<CaseEdit, { kind: 'insert' }>,
): TextEdit[] {
  const target = findNodeAtPath(context.root, path);
  const text = formatJsonInStyle(value, context.style);
  if (target === undefined || target.type === 'null') return createWriteEdits(context, path, [value]);
  return createInsertTextEdits(context, target, index, text);
}

function createInsertTextEdits(
  { source, style }: EditContext,
  target: JsonNode,
  index: number,
  text: string,
): TextEdit[] {
  if (target.type === 'array') {
    return createInsertSiblingEdits(
      { source, container: target, style },
      Math.min(index, target.children?.length ?? 0),
      text,
    );
  }
  const singleValue = source.slice(target.offset, getEndOfNode(target));
  const items = index === 0 ? [text, singleValue] : [singleValue, text];
  return [createReplaceNodeEdit(target, `[${items.join(`,${style.afterComma}`)}]`)];
}

function createRemoveValueEdits({ source, root }: Pick<EditContext, 'source' | 'root'>, path: JsonPath): TextEdit[] {
  const parent = findNodeAtPath(root, path.slice(0, -1));
  const key = path.at(-1);
  if (parent === undefined || key === undefined) return [];
  if (typeof key === 'string') {
    const removedProperties = new Set(findPropertiesByKey(parent, key));
    return createRemoveAllOfKeyEdits({ source, path: path.slice(0, -1), removedKeys: removedProperties.size, key });
  }
  if (parent.type === 'array') return createRemoveSiblingEdits({ source, container: parent }, key);
  // A single value counts as a list with one item. So removing item 0 removes the value.
  return key === 0 ? createRemoveValueEdits({ source, root }, path.slice(0, -1)) : [];
}

type SiblingRemoval = { source: string; path: JsonPath; key: string; removedKeys: number };

/** Removes all members with the key, because an earlier duplicate would take effect otherwise. */
function createRemoveAllOfKeyEdits({ source, path, key, removedKeys }: SiblingRemoval): TextEdit[] {
  let text = source;
  for (let remaining = removedKeys; remaining > 0; remaining -= 1) {
    const root = parseCaseTree(text);
    const container = root === undefined ? undefined : findNodeAtPath(root, path);
    const property = container === undefined ? undefined : findPropertiesByKey(container, key).at(-1);
    if (container === undefined || property === undefined) break;
    const index = container.children?.indexOf(property) ?? -1;
    text = applyEdits(text, createRemoveSiblingEdits({ source: text, container }, index));
  }
  return listEditsBetween(source, text);
}

function createRenamePropertyEdits({ root }: EditContext, path: JsonPath, key: string): TextEdit[] {
  const parent = findNodeAtPath(root, path.slice(0, -1));
  const oldProperty = path.at(-1);
  if (parent === undefined || typeof oldProperty !== 'string') return [];
  return findPropertiesByKey(parent, oldProperty).flatMap((property) => {
    const name = property.children?.[0];
    return name === undefined ? [] : [createReplaceNodeEdit(name, JSON.stringify(key))];
  });
}

function createMoveItemEdits(
  { source, root }: EditContext,
  { path, from, to }: Extract<CaseEdit, { kind: 'move' }>,
): TextEdit[] {
  const container = findNodeAtPath(root, path);
  return container?.type === 'array' ? createMoveSiblingEdits({ source, container }, from, to) : [];
}

function createReplaceNodeEdit(node: JsonNode, insert: string): TextEdit {
  return { from: node.offset, to: getEndOfNode(node), insert };
}

function listEditsBetween(before: string, after: string): TextEdit[] {
  const edit = findEditBetween(before, after);
  return edit === undefined ? [] : [edit];
}
