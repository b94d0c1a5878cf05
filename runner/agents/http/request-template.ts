import { textOfContent } from '../../fold/index.ts';
import { asJson, fillTexts, isJsonObject, type Json, jsonText, nearest } from '../../values/index.ts';
import type { PlainRequest } from '../plain-request.ts';

/** The values of placeholders. Servers get the conversation as chat completions write it. */
export type TemplateValues = Omit<PlainRequest, 'messages'> & {
  messages: Json;
  /** The session in the form that some servers demand: the same for the same `session_id`. */
  session_uuid?: string;
  /** What was answered to the request before the first message, and to a message that began a job. */
  setup?: Json | undefined;
  answer?: Json | undefined;
  /** The headers of the answer that began a job, by their names in small letters. */
  headers?: Json | undefined;
  /** What earlier answers of the conversation gave, to be sent again. */
  carry?: Json | undefined;
  /** The conversation as texts alone: no tool calls, no results, no attachments. */
  text_messages?: Json;
};
export type AnsweredBefore = 'setup' | 'answer' | 'headers' | 'carry';

const placeholder = /\{\{([^{}]*)\}\}/g;
const wholePlaceholder = /^\{\{([^{}]*)\}\}$/;

const fields = [
  'input',
  'messages',
  'session_id',
  'session_uuid',
  'metadata',
  'options',
  'case_id',
  'attempt',
  'turn',
  'user_id',
  'team_id',
  'authorized',
  'locale',
  'text_messages',
  'mocks_url',
] as const satisfies (keyof TemplateValues)[];

/** Returns the problems of a template's placeholders, in words; empty if all are known. `before` is what was answered by then. */
export function problemsOfTemplate(template: Json, before: readonly AnsweredBefore[] = []): string[] {
  const names = [...new Set(placeholdersIn(template))];
  return names.filter((name) => !isKnown(name, before)).map((name) => describeUnknown(name, before));
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
export function fillText(template: string, request: TemplateValues, encode = (text: string) => text): string {
  return template.replaceAll(placeholder, (_whole, name: string) => encode(fieldText(name, request)));
}

/** The template without the members whose only value is something that no answer has given yet. */
export function withoutUncarried(written: Json, request: TemplateValues): Json {
  if (Array.isArray(written)) return written.map((item) => withoutUncarried(item, request));
  if (!isJsonObject(written)) return written;
  const isThere = (value: Json) => {
    const name = typeof value === 'string' ? wholePlaceholder.exec(value)?.[1] : undefined;
    return name === undefined || !/^\s*carry\./.test(name) || filledBy(name, request) !== undefined;
  };
  const members = Object.entries(written).filter(([, value]) => isThere(value));
  return Object.fromEntries(
    members.flatMap(([key, value]) => {
      const remaining = withoutUncarried(value, request);
      const isEmptied =
        isJsonObject(value) &&
        isJsonObject(remaining) &&
        Object.keys(value).length > 0 &&
        Object.keys(remaining).length === 0;
      return isEmptied ? [] : [[key, remaining]];
    }),
  );
}

/** The names in a template, as often as they stand there. */
export function placeholdersIn(template: Json): string[] {
  if (typeof template === 'string') return [...template.matchAll(placeholder)].map(([, name = '']) => name.trim());
  if (Array.isArray(template)) return template.flatMap(placeholdersIn);
  return isJsonObject(template) ? Object.values(template).flatMap(placeholdersIn) : [];
}

function isKnown(name: string, before: readonly AnsweredBefore[]): boolean {
  const [first = ''] = name.split('.');
  if (before.some((source) => source === first)) return true;
  return fields.some((field) => field === name) || /^metadata(\.[^.]+)+$/.test(name);
}

function describeUnknown(name: string, before: readonly AnsweredBefore[]): string {
  const near = name.startsWith('metadata.') ? undefined : nearest(name, fields);
  const suggestion = near === undefined ? '.' : `; did you mean {{${near}}}?`;
  return `the placeholder {{${name}}} is not known${suggestion} Known: ${[...fields, 'metadata.<name>', ...before.map((source) => `${source}.<name>`)].join(', ')}`;
}

function filledBy(name: string, request: TemplateValues): Json | undefined {
  let value: Json | undefined = asJson(request);
  for (const key of name.trim().split('.')) {
    value = readMember(value, key);
  }
  return value;
}

function readMember(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function fieldText(name: string, request: TemplateValues): string {
  if (name.trim() === 'input') return textOfContent(request.input);
  const value = filledBy(name, request) ?? '';
  return jsonText(value);
}
