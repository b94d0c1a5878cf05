import { extractJson } from '../assertions/extract-json.ts';
import { isJsonObject, type Json } from '../contract/index.ts';

const DEEPEST = 6;
const ITEMS = 2;
const MOST = 200;

/** The JSON paths that an answer has, as `json_path` writes them; a text is searched for JSON as there. */
export function pathsInAnswer(answer: Json): string[] {
  const value = typeof answer === 'string' ? extractJson(answer) : answer;
  const paths: string[] = [];
  if (value !== undefined) collect({ path: '$', value, depth: 0 }, paths);
  return paths.slice(1, MOST);
}

function collect({ path, value, depth }: { path: string; value: Json; depth: number }, paths: string[]): void {
  if (paths.length >= MOST || depth > DEEPEST) return;
  paths.push(path);
  if (Array.isArray(value)) {
    for (const [index, item] of value.slice(0, ITEMS).entries()) {
      collect({ path: `${path}[${index}]`, value: item, depth: depth + 1 }, paths);
    }
  }
  if (!isJsonObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    const step = /^[A-Za-z_][\w-]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    collect({ path: `${path}${step}`, value: member, depth: depth + 1 }, paths);
  }
}
