import { extractJson } from '../assertions/extract-json.ts';
import { getJudgedValue } from '../assertions/judged-value.ts';
import { formatToolName } from '../assertions/match-tool.ts';
import { isJsonObject, type Json } from '../values/index.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

const MAX_PATHS = 200;
const ITEMS_PER_LIST = 2;

/**
 * Returns the JSON paths in a judged value, in the syntax of `json_path`, outermost first. If the value is a text, the
 * JSON in it is used.
 */
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

/** Returns the JSON paths in the first turn of a recorded answer. */
export function listJsonPathsInAnswer({ turns }: RecordedAnswer): string[] {
  const response = turns[0]?.response;
  return response === undefined ? [] : listJsonPaths(getJudgedValue(response));
}

/** Returns the tools that were called in a recorded answer. */
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
