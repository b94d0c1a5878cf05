import { textOfContent } from '../../fold/index.ts';
import { asJson, fillTexts, isJsonObject, type Json, jsonText, nearest } from '../../values/index.ts';
import type { PlainRequest } from '../plain-request.ts';

/** The values of placeholders. Servers get the conversation as chat completions write it. */
export type TemplateValues = Omit<PlainRequest, 'messages'> & { messages: Json };

const placeholder = /\{\{([^{}]*)\}\}/g;
const wholePlaceholder = /^\{\{([^{}]*)\}\}$/;

const fields = [
  'input',
  'messages',
  'session_id',
  'metadata',
  'options',
  'case_id',
  'attempt',
  'turn',
  'user_id',
  'team_id',
  'authorized',
  'locale',
  'mocks_url',
] as const satisfies (keyof TemplateValues)[];

/** Returns the problems of a template's placeholders, in words; empty if all are known. */
export function problemsOfTemplate(written: Json): string[] {
  return [...new Set(placeholdersIn(written))].filter((name) => !isKnown(name)).map(describeUnknown);
}

/**
 * The template with its placeholders filled in. One that is a whole text becomes the value itself, a list or an object
 * as well; inside of a longer text it becomes text. What the case does not have is `null`, or nothing inside of a text.
 */
export function fillTemplate(written: Json, request: TemplateValues): Json {
  return fillTexts(written, (text) => {
    const [, whole] = wholePlaceholder.exec(text) ?? [];
    return whole === undefined ? fillText(text, request) : (filledBy(whole, request) ?? null);
  });
}

/** A text with its placeholders filled in; `encode` makes each value fit for where it stands, such as an address. */
export function fillText(written: string, request: TemplateValues, encode = (text: string) => text): string {
  return written.replaceAll(placeholder, (_whole, name: string) => encode(fieldText(name, request)));
}

/** The names in a template, as often as they stand there. */
export function placeholdersIn(written: Json): string[] {
  if (typeof written === 'string') return [...written.matchAll(placeholder)].map(([, name = '']) => name.trim());
  if (Array.isArray(written)) return written.flatMap(placeholdersIn);
  return isJsonObject(written) ? Object.values(written).flatMap(placeholdersIn) : [];
}

function isKnown(name: string): boolean {
  return fields.some((field) => field === name) || /^metadata(\.[^.]+)+$/.test(name);
}

function describeUnknown(name: string): string {
  const near = name.startsWith('metadata.') ? undefined : nearest(name, fields);
  const suggestion = near === undefined ? '.' : `; did you mean {{${near}}}?`;
  return `the placeholder {{${name}}} is not known${suggestion} Known: ${fields.join(', ')}, metadata.<name>`;
}

function filledBy(name: string, request: TemplateValues): Json | undefined {
  let value: Json | undefined = asJson(request);
  for (const key of name.trim().split('.')) {
    value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

function fieldText(name: string, request: TemplateValues): string {
  if (name.trim() === 'input') return textOfContent(request.input);
  const value = filledBy(name, request) ?? '';
  return jsonText(value);
}
