import { formatContentText } from '../../fold/index.ts';
import {
  castToJson,
  findNearestWord,
  isJsonObject,
  type Json,
  replaceStringValues,
  toJsonText,
} from '../../values/index.ts';
import type { PlainRequest } from '../plain-request.ts';

/** The values for the placeholders of a request. Messages have the format of chat completions. */
export type TemplateValues = Omit<PlainRequest, 'messages'> & {
  messages: Json;
  /** A UUID derived from `session_id`, for servers that require one. */
  session_uuid?: string;
  /** `setup` is the response to the setup request; `answer` is the response that started a job. */
  setup?: Json | undefined;
  answer?: Json | undefined;
  /** The headers of the response that started a job. Names are in lower case. */
  headers?: Json | undefined;
  /** Values from earlier answers of the conversation, which are sent back to the server. */
  carry?: Json | undefined;
  /** The conversation as texts only, without tool calls, their results and attachments. */
  text_messages?: Json;
};
export type EarlierAnswerSource = 'setup' | 'answer' | 'headers' | 'carry';

const placeholderPattern = /\{\{([^{}]*)\}\}/g;
const wholePlaceholderPattern = /^\{\{([^{}]*)\}\}$/;

const placeholderNames = [
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

/**
 * Returns error messages for unknown placeholders in a template. `earlierSources` lists the earlier responses to which
 * placeholders may refer.
 */
export function findTemplateProblems(template: Json, earlierSources: readonly EarlierAnswerSource[] = []): string[] {
  const names = [...new Set(listPlaceholders(template))];
  return names
    .filter((name) => !isKnownPlaceholder(name, earlierSources))
    .map((name) => describeUnknownPlaceholder(name, earlierSources));
}

/**
 * Fills the placeholders of a template. A string that consists of one placeholder is replaced by its value, which may
 * be a list or an object; within a longer string, values are converted to text. A missing value becomes `null`, or
 * nothing within a string.
 */
export function fillTemplate(template: Json, request: TemplateValues): Json {
  return replaceStringValues(template, (text) => {
    const [, match] = wholePlaceholderPattern.exec(text) ?? [];
    return match === undefined ? fillText(text, request) : (getPlaceholderValue(match, request) ?? null);
  });
}

/** Fills the placeholders of a string. `encode` escapes each value, for example for a URL. */
export function fillText(template: string, request: TemplateValues, encode = (text: string) => text): string {
  return template.replaceAll(placeholderPattern, (_whole, name: string) =>
    encode(formatPlaceholderValue(name, request)),
  );
}

/** Removes object members whose value is a placeholder for a carried value that no answer has contained yet. */
export function omitMissingCarriedValues(template: Json, request: TemplateValues): Json {
  if (Array.isArray(template)) return template.map((item) => omitMissingCarriedValues(item, request));
  if (!isJsonObject(template)) return template;
  const isCarriedValueProvided = (value: Json) => {
    const name = typeof value === 'string' ? wholePlaceholderPattern.exec(value)?.[1] : undefined;
    return name === undefined || !/^\s*carry\./.test(name) || getPlaceholderValue(name, request) !== undefined;
  };
  const members = Object.entries(template).filter(([, value]) => isCarriedValueProvided(value));
  return Object.fromEntries(
    members.flatMap(([key, value]) => {
      const remaining = omitMissingCarriedValues(value, request);
      const isEmptied =
        isJsonObject(value) &&
        isJsonObject(remaining) &&
        Object.keys(value).length > 0 &&
        Object.keys(remaining).length === 0;
      return isEmptied ? [] : [[key, remaining]];
    }),
  );
}

/** Returns the names of the placeholders in a template, with repetitions. */
export function listPlaceholders(template: Json): string[] {
  if (typeof template === 'string')
    return [...template.matchAll(placeholderPattern)].map(([, name = '']) => name.trim());
  if (Array.isArray(template)) return template.flatMap(listPlaceholders);
  return isJsonObject(template) ? Object.values(template).flatMap(listPlaceholders) : [];
}

function isKnownPlaceholder(name: string, earlierSources: readonly EarlierAnswerSource[]): boolean {
  const [first = ''] = name.split('.');
  if (earlierSources.some((source) => source === first)) return true;
  return placeholderNames.some((field) => field === name) || /^metadata(\.[^.]+)+$/.test(name);
}

function describeUnknownPlaceholder(name: string, earlierSources: readonly EarlierAnswerSource[]): string {
  const nearestName = name.startsWith('metadata.') ? undefined : findNearestWord(name, placeholderNames);
  const suggestion = nearestName === undefined ? '.' : `; did you mean {{${nearestName}}}?`;
  return `the placeholder {{${name}}} is not known${suggestion} Known: ${[...placeholderNames, 'metadata.<name>', ...earlierSources.map((source) => `${source}.<name>`)].join(', ')}`;
}

function getPlaceholderValue(name: string, request: TemplateValues): Json | undefined {
  let value: Json | undefined = castToJson(request);
  for (const key of name.trim().split('.')) {
    value = getValueAtKey(value, key);
  }
  return value;
}

function getValueAtKey(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function formatPlaceholderValue(name: string, request: TemplateValues): string {
  if (name.trim() === 'input') return formatContentText(request.input);
  const value = getPlaceholderValue(name, request) ?? '';
  return toJsonText(value);
}
