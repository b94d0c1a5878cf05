import { parseJsonPath, selectPath } from '../../assertions/json-path.ts';
import { pathsInAnswer } from '../../authoring/index.ts';
import { isJsonObject, type Json } from '../../values/index.ts';

/** The path of a value with a matching key, anywhere in the document. */
export function pathOfKey(document: Json, name: RegExp, fits: (value: Json) => boolean): string | undefined {
  const match = pathsInAnswer(document).find(
    (path) => name.test(lastPathKey(path)) && fits(valueAtPath(document, path)),
  );
  return match === undefined ? undefined : withoutRoot(match);
}

/** The path where the tool calls of an answer would be: next to its text. */
export function siblingPaths(output: string, name: string): string {
  return output.slice(0, output.lastIndexOf('.') + 1) + name;
}

function valueAtPath(document: Json, path: string): Json {
  const parsed = parseJsonPath(path);
  if (parsed.kind === 'invalid') return null;
  const selection = selectPath(document, parsed.steps);
  return selection.kind === 'value' ? selection.value : null;
}

function lastPathKey(path: string): string {
  return /(?<!\w)(\w+)(?:\[\d+\])?$/.exec(path)?.[1] ?? '';
}

function withoutRoot(path: string): string {
  return path.replace(/^\$\.?/, '');
}

export function isTokenCount(value: Json): boolean {
  return isJsonObject(value) && ('input_tokens' in value || 'prompt_tokens' in value);
}
