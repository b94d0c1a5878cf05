import { type JsonNode, nodeAt, nodeEnd, parseCaseTree, propertiesNamed, propertyKey } from '../inputs/json-tree.ts';
import { asPeopleWrite } from '../inputs/usual-order.ts';
import type { Json, JsonPath } from '../values/index.ts';
import { insertSibling, moveSibling, removeSibling } from './edit-siblings.ts';
import { detectStyle, type JsonStyle, writeJson, writeMember } from './json-style.ts';
import { applyEdits, editBetween, type TextEdit } from './text-edit.ts';

/**
 * A change of one place in a case. `set` writes a value, `write` a literal text; both create the place if needed.
 * `insert` adds an item to a list, and turns a single value into a list.
 */
export type CaseEdit =
  | { kind: 'set'; path: JsonPath; value: Json }
  | { kind: 'write'; path: JsonPath; text: string }
  | { kind: 'remove'; path: JsonPath }
  | { kind: 'rename'; path: JsonPath; key: string }
  | { kind: 'insert'; path: JsonPath; index: number; value: Json }
  | { kind: 'move'; path: JsonPath; from: number; to: number };

/**
 * Applies changes one after another to the source text of one case, and returns them as edits of that text. Everything
 * else stays byte for byte: the order of keys, comments, spelling, line endings. A change whose path is impossible in
 * the text (a member of a number, an item of an object) is skipped.
 */
export function editCase(source: string, edits: readonly CaseEdit[]): TextEdit[] {
  let text = source;
  for (const edit of edits) {
    const root = parseCaseTree(text);
    if (root === undefined) return [];
    text = applyEdits(text, planEdits({ source: text, root, style: detectStyle(text, root) }, edit));
  }
  return difference(source, text);
}

type Work = { source: string; root: JsonNode; style: JsonStyle };

function planEdits(work: Work, edit: CaseEdit): TextEdit[] {
  switch (edit.kind) {
    case 'set':
      return write(work, edit.path, edit.value);
    case 'write':
      return write(work, edit.path, new SourceText(edit.text));
    case 'remove':
      return remove(work, edit.path);
    case 'rename':
      return rename(work, edit.path, edit.key);
    case 'insert':
      return insert(work, edit);
    case 'move':
      return move(work, edit);
    default:
      edit satisfies never;
      return [];
  }
}

/** A value whose exact source text is kept. */
class SourceText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function write(work: Work, path: JsonPath, value: Json | SourceText): TextEdit[] {
  const existing = nodeAt(work.root, path);
  if (existing !== undefined) return [replacement(existing, sourceText(value, work))];
  const depth = path.findIndex((_, index) => nodeAt(work.root, path.slice(0, index + 1)) === undefined);
  const parent = nodeAt(work.root, path.slice(0, depth));
  const key = path[depth];
  if (parent === undefined || key === undefined) return [];
  const text = nested(path.slice(depth + 1), sourceText(value, work), work.style);
  if (parent.type === 'null') return [replacement(parent, nested([key], text, work.style))];
  if (typeof key === 'number') return insertText(work, parent, key, text);
  return parent.type === 'object' ? insertMember(work, parent, key, text) : [];
}

function sourceText(value: Json | SourceText, { source, style }: Work): string {
  if (!(value instanceof SourceText)) return writeJson(value, style);
  // JSON strings cannot span lines, so a line break is always between values.
  return source.includes('\n')
    ? value.text.replace(/\r?\n/g, style.newline)
    : value.text.replace(/(?<!\s)\s*\n\s*/g, ' ');
}

/** Wraps a text in the objects and lists of a path. */
function nested(path: JsonPath, text: string, style: JsonStyle): string {
  return path.reduceRight<string>((inner, key) => {
    if (typeof key === 'number') return `[${inner}]`;
    return `{${style.insideBraces}${writeMember(key, inner, style)}${style.insideBraces}}`;
  }, text);
}

/** Inserts a member after the last member that people usually write before it. */
function insertMember({ source, style }: Work, container: JsonNode, key: string, text: string): TextEdit[] {
  const members = container.children ?? [];
  const before = members.findLastIndex((member) => asPeopleWrite(propertyKey(member), key));
  return insertSibling({ source, container, style }, before + 1, writeMember(key, text, style));
}

function insert(work: Work, { path, index, value }: Extract<CaseEdit, { kind: 'insert' }>): TextEdit[] {
  const target = nodeAt(work.root, path);
  const text = writeJson(value, work.style);
  if (target === undefined || target.type === 'null') return write(work, path, [value]);
  return insertText(work, target, index, text);
}

function insertText({ source, style }: Work, target: JsonNode, index: number, text: string): TextEdit[] {
  if (target.type === 'array') {
    return insertSibling({ source, container: target, style }, Math.min(index, target.children?.length ?? 0), text);
  }
  const single = source.slice(target.offset, nodeEnd(target));
  const items = index === 0 ? [text, single] : [single, text];
  return [replacement(target, `[${items.join(`,${style.afterComma}`)}]`)];
}

function remove({ source, root }: Pick<Work, 'source' | 'root'>, path: JsonPath): TextEdit[] {
  const parent = nodeAt(root, path.slice(0, -1));
  const key = path.at(-1);
  if (parent === undefined || key === undefined) return [];
  if (typeof key === 'string') {
    const removedProperties = new Set(propertiesNamed(parent, key));
    return removeAll({ source, path: path.slice(0, -1), gone: removedProperties.size, key });
  }
  if (parent.type === 'array') return removeSibling({ source, container: parent }, key);
  // A single value counts as a list of one, so removing its item 0 removes the value.
  return key === 0 ? remove({ source, root }, path.slice(0, -1)) : [];
}

type Removal = { source: string; path: JsonPath; key: string; gone: number };

/** Removes every duplicate of a key, because otherwise an earlier duplicate would take effect. */
function removeAll({ source, path, key, gone }: Removal): TextEdit[] {
  let text = source;
  for (let remaining = gone; remaining > 0; remaining -= 1) {
    const root = parseCaseTree(text);
    const container = root === undefined ? undefined : nodeAt(root, path);
    const property = container === undefined ? undefined : propertiesNamed(container, key).at(-1);
    if (container === undefined || property === undefined) break;
    const index = container.children?.indexOf(property) ?? -1;
    text = applyEdits(text, removeSibling({ source: text, container }, index));
  }
  return difference(source, text);
}

function rename({ root }: Work, path: JsonPath, key: string): TextEdit[] {
  const parent = nodeAt(root, path.slice(0, -1));
  const old = path.at(-1);
  if (parent === undefined || typeof old !== 'string') return [];
  return propertiesNamed(parent, old).flatMap((property) => {
    const name = property.children?.[0];
    return name === undefined ? [] : [replacement(name, JSON.stringify(key))];
  });
}

function move({ source, root }: Work, { path, from, to }: Extract<CaseEdit, { kind: 'move' }>): TextEdit[] {
  const container = nodeAt(root, path);
  return container?.type === 'array' ? moveSibling({ source, container }, from, to) : [];
}

function replacement(node: JsonNode, insert: string): TextEdit {
  return { from: node.offset, to: nodeEnd(node), insert };
}

function difference(before: string, after: string): TextEdit[] {
  const edit = editBetween(before, after);
  return edit === undefined ? [] : [edit];
}
