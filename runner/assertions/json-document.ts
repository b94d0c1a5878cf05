import { isJsonObject, type Json } from '../values/index.ts';
import { extractJson } from './extract-json.ts';
import type { Subject } from './subject.ts';

/** The object or list that paths look into: the judged value itself, or the JSON in its text. */
export function documentOf(subject: Subject): Json | undefined {
  if (typeof subject.value === 'string') return extractJson(subject.value);
  return Array.isArray(subject.value) || isJsonObject(subject.value) ? subject.value : undefined;
}
