import { parseJsonPath, selectPath } from '../../assertions/json-path.ts';
import { pathsInAnswer } from '../../authoring/index.ts';
import { isJsonObject, type Json } from '../../values/index.ts';

/** What agents call their text, the likeliest first. */
const textNames = [
  ...['content', 'output', 'answer', 'text', 'reply', 'response', 'message', 'result', 'completion'],
  ...['generated_text', 'output_text', 'delta', 'token', 'chunk'],
];
/** Texts that are never what the agent says, whatever else there is. */
const otherNames = /^(id|.*[_-]?id|object|model|status|type|role|created.*|error.*|detail.*|code|finish_?reason)$/i;

/** The JSON path of what an agent says in its answer; `undefined` where that cannot be told. */
export function textPathIn(document: Json): string | undefined {
  if (typeof document === 'string') return document.trim() === '' ? undefined : '$';
  const texts = textsIn(document);
  const named = byLikelihood(texts.filter((path) => textNames.includes(lastKey(path))));
  const [only, ...others] = texts.filter((path) => !otherNames.test(lastKey(path)));
  return named[0] ?? (others.length === 0 ? only : undefined);
}

/** The same of an answer that comes as a stream of events: the path that most of them have. */
export function textPathInEvents(documents: readonly Json[]): string | undefined {
  const counts = new Map<string, number>();
  for (const path of documents.flatMap((document) => textPathIn(document) ?? [])) {
    counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return [...counts].toSorted(([, left], [, right]) => right - left).at(0)?.[0];
}

/** The path of a value by its key, wherever it stands. */
export function pathOfKey(document: Json, name: RegExp, fits: (value: Json) => boolean): string | undefined {
  const found = pathsInAnswer(document).find((path) => name.test(lastKey(path)) && fits(valueAtPath(document, path)));
  return found === undefined ? undefined : bare(found);
}

/** Where the tool calls would be in an answer that has none: beside the text. */
export function besideText(output: string, name: string): string {
  return output.slice(0, output.lastIndexOf('.') + 1) + name;
}

function textsIn(document: Json): string[] {
  return pathsInAnswer(document)
    .filter((path) => {
      const value = valueAtPath(document, path);
      return typeof value === 'string' && value.trim() !== '' && !isAmongSeveral(document, path);
    })
    .map(bare);
}

/** Of a list of several, nothing says which one is meant: the first message of a history is the user's. */
function isAmongSeveral(document: Json, path: string): boolean {
  return [...path.matchAll(/\[\d+\]/g)].some(({ index }) => {
    const list = valueAtPath(document, path.slice(0, index));
    return Array.isArray(list) && list.length > 1;
  });
}

function byLikelihood(paths: readonly string[]): string[] {
  const depth = (path: string) => path.split(/[.[]/).length;
  const rank = (path: string) => textNames.indexOf(lastKey(path));
  return paths.toSorted((left, right) => depth(left) - depth(right) || rank(left) - rank(right));
}

function valueAtPath(document: Json, path: string): Json {
  const parsed = parseJsonPath(path);
  if (parsed.kind === 'invalid') return null;
  const selection = selectPath(document, parsed.steps);
  return selection.kind === 'value' ? selection.value : null;
}

function lastKey(path: string): string {
  return /(?<!\w)(\w+)(?:\[\d+\])?$/.exec(path)?.[1] ?? '';
}

function bare(path: string): string {
  return path.replace(/^\$\.?/, '');
}

export function isTokenCount(value: Json): boolean {
  return isJsonObject(value) && ('input_tokens' in value || 'prompt_tokens' in value);
}
