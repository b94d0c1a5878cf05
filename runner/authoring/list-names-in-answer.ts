import { extractJson } from '../assertions/extract-json.ts';
import { getJudgedValue } from '../assertions/judged-value.ts';
import { formatToolName } from '../assertions/match-tool.ts';
import { isJsonObject, type Json } from '../values/index.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

const MAX_PATHS = 200;
const ITEMS_PER_LIST = 2;

/** The JSON paths of a judged value, in the syntax of `json_path`, outermost first; a text is searched for JSON. */
export function listJsonPaths(answer: Json): string[] {
  const document = typeof answer === 'string' ? extractJson(answer) : answer;
  const paths: string[] = [];
  let level: [string, Json][] = document === undefined ? [] : [['$', document]];
  while (level.length > 0 && paths.length < MAX_PATHS) {
    level = level.flatMap(([path, value]) => listChildPaths(path, value));
    paths.push(...level.slice(0, MAX_PATHS).map(([path]) => path));
  }
  return paths.slice(0, MAX_PATHS);
}

/** The JSON paths in the first turn of a recorded answer. */
export function listJsonPathsInAnswer({ turns }: RecordedAnswer): string[] {
  const response = turns[0]?.response;
  return response === undefined ? [] : listJsonPaths(getJudgedValue(response));
}

/** The tools that were called in a recorded answer. */
export function listToolNamesInAnswer({ turns }: RecordedAnswer): string[] {
  return [...new Set(turns.flatMap(({ response }) => response?.toolCalls ?? []).map(formatToolName))];
}

function listChildPaths(path: string, value: Json): [string, Json][] {
  if (Array.isArray(value)) return value.slice(0, ITEMS_PER_LIST).map((item, index) => [`${path}[${index}]`, item]);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, member]) => [
    /^[A-Za-z_][\w-]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`,
    member,
  ]);
}
