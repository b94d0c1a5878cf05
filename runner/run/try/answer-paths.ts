import { parseJsonPath, selectPath } from '../../assertions/json-path.ts';
import { listJsonPaths } from '../../authoring/index.ts';
import { isJsonObject, type Json } from '../../values/index.ts';

/** Returns the path of a value whose key matches, anywhere in the document. */
export function findPathOfKey(document: Json, name: RegExp, isSuitable: (value: Json) => boolean): string | undefined {
  const match = listJsonPaths(document).find(
    (path) => name.test(getLastPathKey(path)) && isSuitable(getValueAtPath(document, path)),
  );
  return match === undefined ? undefined : removePathRoot(match);
}

/** Returns the path at which the tool calls of an answer would be: next to its text. */
export function toSiblingPath(output: string, name: string): string {
  return output.slice(0, output.lastIndexOf('.') + 1) + name;
}

function getValueAtPath(document: Json, path: string): Json {
  const parsed = parseJsonPath(path);
  if (parsed.kind === 'invalid') return null;
  const selection = selectPath(document, parsed.steps);
  return selection.kind === 'value' ? selection.value : null;
}

function getLastPathKey(path: string): string {
  return /(?<!\w)(\w+)(?:\[\d+\])?$/.exec(path)?.[1] ?? '';
}

function removePathRoot(path: string): string {
  return path.replace(/^\$\.?/, '');
}

export function isTokenUsage(value: Json): boolean {
  return isJsonObject(value) && ('input_tokens' in value || 'prompt_tokens' in value);
}
