import { jsonEquals } from '../../assertions/json-equals.ts';
import { isJsonObject, type Json, setProperty } from '../../values/index.ts';

/** An operation of RFC 6902. Its form is valid, but it may not be applicable to a document. */
export type PatchOperation = { op: string; path: string; from?: string | undefined; value?: Json | undefined };

/**
 * Returns a copy of the document to which a JSON patch (RFC 6902) was applied.
 * @throws an error that names the operation that cannot be applied
 */
export function applyJsonPatch(document: Json, patch: readonly PatchOperation[]): Json {
  let patchedDocument = structuredClone(document);
  for (const [index, operation] of patch.entries()) {
    try {
      patchedDocument = applyOperation(patchedDocument, operation);
    } catch (error) {
      const { op, path } = operation;
      throw new Error(`operation ${index + 1} (${op} ${path}) cannot be applied: ${String(Object(error).message)}`);
    }
  }
  return patchedDocument;
}

function applyOperation(document: Json, { op, path, from = '', value }: PatchOperation): Json {
  switch (op) {
    case 'add':
      return addValueAt(document, path, requireValue(value));
    case 'remove':
      return removeValueAt(document, path);
    case 'replace':
      getValueAtPointer(document, path);
      return path === '' ? requireValue(value) : addValueAt(removeValueAt(document, path), path, requireValue(value));
    case 'move': {
      if (path.startsWith(`${from}/`)) throw new Error(`the operation would move ${from} into itself`);
      const movedValue = getValueAtPointer(document, from);
      return addValueAt(removeValueAt(document, from), path, movedValue);
    }
    case 'copy':
      return addValueAt(document, path, structuredClone(getValueAtPointer(document, from)));
    case 'test':
      if (jsonEquals(getValueAtPointer(document, path), requireValue(value))) return document;
      throw new Error('the value at the path is different');
    default:
      throw new Error('JSON Patch has no such operation');
  }
}

function requireValue(value: Json | undefined): Json {
  if (value === undefined) throw new Error('the operation has no value');
  return value;
}

function addValueAt(document: Json, path: string, value: Json): Json {
  const [parent, key] = findParent(document, path);
  if (parent === undefined) return value;
  if (Array.isArray(parent)) parent.splice(key === '-' ? parent.length : parseArrayIndex(key, parent.length), 0, value);
  else setProperty(parent, key, value);
  return document;
}

function removeValueAt(document: Json, path: string): Json {
  getValueAtPointer(document, path);
  const [parent, key] = findParent(document, path);
  if (parent === undefined) return null;
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return document;
}

/**
 * The object or list that contains a value, and the key of the value in it. The root of a document has no container.
 */
function findParent(document: Json, path: string): [Json[] | { [key: string]: Json } | undefined, string] {
  const keys = parsePointerKeys(path);
  const key = keys.pop();
  if (key === undefined) return [undefined, ''];
  const parent = keys.reduce(requirePropertyOrElement, document);
  if (Array.isArray(parent) || isJsonObject(parent)) return [parent, key];
  throw new Error('the parent of the path is neither an object nor a list');
}

function getValueAtPointer(document: Json, path: string): Json {
  return parsePointerKeys(path).reduce(requirePropertyOrElement, document);
}

function requirePropertyOrElement(value: Json, key: string): Json {
  if (Array.isArray(value)) return value[parseArrayIndex(key, value.length - 1)] ?? null;
  const member = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  if (member === undefined) throw new Error(`there is no ${JSON.stringify(key)}`);
  return member;
}

function parseArrayIndex(key: string, maxIndex: number): number {
  const index = /^(?:0|[1-9]\d*)$/.test(key) ? Number(key) : Number.NaN;
  if (index <= maxIndex) return index;
  throw new Error(`there is no item ${JSON.stringify(key)}`);
}

/** Splits a JSON pointer (RFC 6901) into its keys. */
function parsePointerKeys(path: string): string[] {
  if (path === '') return [];
  if (!path.startsWith('/')) throw new Error('the path does not begin with /');
  return path
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
