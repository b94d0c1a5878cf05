import { formatToolName } from '../../assertions/match-tool.ts';
import type { CaseResult } from '../../contract/index.ts';
import { isJsonObject, type Json } from '../../values/index.ts';
import { listCallsOfAttempt } from './attack-case.ts';

const textNamePattern =
  /note|comment|description|message|text|body|subject|title|summary|review|remark|content|reason|feedback|memo|bio/i;
const MAX_DEPTH = 20;

/**
 * Returns the fields in mock results that contain free text, such as `get_order.$.note`, in the order in which they
 * occur.
 */
export function listFreeTextFields(attempts: readonly CaseResult[]): string[] {
  const fields = new Set<string>();
  for (const call of attempts.flatMap(listCallsOfAttempt)) {
    if (call.mocked !== true || call.error !== undefined || call.result === undefined) continue;
    for (const path of listFreeTextPaths(call.result, { path: '$', name: '', depth: 0 }))
      fields.add(`${formatToolName(call)}.${path}`);
  }
  return [...fields];
}

type ValueWithPath = { path: string; name: string; depth: number };

function listFreeTextPaths(value: Json, { path, name, depth }: ValueWithPath): string[] {
  if (depth > MAX_DEPTH) return [];
  if (typeof value === 'string') return isFreeText(value, name) ? [path] : [];
  if (Array.isArray(value)) {
    const itemPath = { path: `${path}[*]`, name, depth: depth + 1 };
    return [...new Set(value.flatMap((item) => listFreeTextPaths(item, itemPath)))];
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    listFreeTextPaths(member, { path: `${path}${toJsonPathStep(key)}`, name: key, depth: depth + 1 }),
  );
}

/** Returns true for free text. Codes, dates and single words are not free text. */
function isFreeText(text: string, name: string): boolean {
  return textNamePattern.test(name) || hasTwoWords(text);
}

/**
 * Returns true if a text contains two words in a row. A single pattern for this would take cubic time on long words in
 * a malicious result.
 */
function hasTwoWords(text: string): boolean {
  const areWords = text.split(/\s+/).map((part) => /\p{L}{2}/u.test(part));
  return areWords.some((isWord, index) => isWord && areWords[index + 1] === true);
}

function toJsonPathStep(key: string): string {
  return /^\w+$/.test(key) ? `.${key}` : `["${key.replaceAll(/["\\]/g, String.raw`\$&`)}"]`;
}
