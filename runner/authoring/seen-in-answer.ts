import { documentOf } from '../assertions/json-document.ts';
import { displayName } from '../assertions/match-tool.ts';
import { isJsonObject, type Json } from '../contract/index.ts';
import { subjectOfAnswer } from '../execution/subjects.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

const MOST_PATHS = 200;

/** The JSON paths of a recorded answer, as assertions write them, from the outside in. */
export function jsonPathsIn({ turns }: RecordedAnswer): string[] {
  const response = turns[0]?.response;
  const document = response === undefined ? undefined : documentOf(subjectOfAnswer({ input: '' }, response));
  if (document === undefined) return [];
  const paths: string[] = [];
  let level: [string, Json][] = [['$', document]];
  while (level.length > 0 && paths.length < MOST_PATHS) {
    level = level.flatMap(([path, value]) => childrenOf(path, value));
    paths.push(...level.map(([path]) => path));
  }
  return paths.slice(0, MOST_PATHS);
}

/** The tools that were called in it. */
export function toolsIn({ turns }: RecordedAnswer): string[] {
  return [...new Set(turns.flatMap(({ response }) => response?.toolCalls ?? []).map(displayName))];
}

function childrenOf(path: string, value: Json): [string, Json][] {
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => [`${path}[0]`, item]);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, member]) => [
    /^[\w-]+$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`,
    member,
  ]);
}
