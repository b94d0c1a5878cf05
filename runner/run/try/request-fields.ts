import { isJsonObject, type Json, type JsonObject, type JsonPath, setProperty } from '../../values/index.ts';
import type { ServerComplaint } from './complaint.ts';

const INPUT_PLACEHOLDER = '{{input}}';
const textFieldPattern =
  /^(?:user_?|chat_?|human_?|customer_?|raw_?)?(?:input|message|msg|question|prompt|query|q|text|content|utterance|request|instruction|task|statement|sentence|ask|line|user_?(?:said|says))(?:_?(?:text|content|string))?$/i;
const sessionFieldPattern =
  /^(?:chat_?)?(?:session|conversation|thread|chat|dialog(?:ue)?|room|context|sender)(?:_?(?:id|uuid|key|name))?$/i;
const userFieldPattern =
  /^(?:user|end_?user|customer|client|author|member|caller|user_?name|from)(?:_?(?:id|uuid|name|key))?$/i;
const messageListFieldPattern = /^(?:messages|conversation|turns)$/i;
const historyFieldPattern = /history|previous|past/i;

/** True if a field with this name takes the user's message. */
export function isTextField(name: string): boolean {
  return textFieldPattern.test(name);
}

export function isSessionField(name: string): boolean {
  return sessionFieldPattern.test(name);
}

type BodyField = { name: string } & Pick<ServerComplaint, 'type' | 'values'>;

/**
 * Returns the value for a field by its name and type: the message, the conversation, the session, or a neutral setting.
 * `undefined` if only the user can know it.
 */
export function guessFieldValue(
  { name, type, values }: BodyField,
  { model }: { model: string | undefined },
): Json | undefined {
  if (values?.[0] !== undefined) return values.includes('user') ? 'user' : values[0];
  if (type === 'list') return guessListFieldValue(name);
  if (type === 'boolean') return false;
  if (type === 'number') return 1;
  const field = valuesByFieldName.find(({ names }) => names.test(name));
  if (type === 'object') return typeof field?.value === 'object' ? field.value : {};
  if (type === 'uuid') return '{{session_uuid}}';
  return field?.value === MODEL_PLACEHOLDER ? (model ?? 'default') : field?.value;
}

const MODEL_PLACEHOLDER = '{{model}}';
/** The values for request fields of unknown servers, by the name of the field; the first matching entry is used. */
const valuesByFieldName: readonly { names: RegExp; value: Json }[] = [
  { names: /^(?:messages|turns)$/i, value: '{{text_messages}}' },
  { names: /^(?:stream|streaming|debug|verbose)$/i, value: false },
  { names: historyFieldPattern, value: [] },
  { names: sessionFieldPattern, value: '{{session_id}}' },
  { names: textFieldPattern, value: INPUT_PLACEHOLDER },
  { names: userFieldPattern, value: 'turntree' },
  { names: /^role$/i, value: 'user' },
  { names: /^model(?:_?(?:id|name))?$/i, value: MODEL_PLACEHOLDER },
  { names: /^(?:locale|lang|language)$/i, value: 'en' },
  { names: /^(?:request|message|trace|correlation|event|msg)_?(?:id|uuid)$/i, value: '{{session_id}}-{{turn}}' },
  { names: /^response_?mode$/i, value: 'blocking' },
  { names: /^(?:inputs|metadata|options|config|variables|params|parameters|settings|extra)$/i, value: {} },
];

function guessListFieldValue(name: string): Json {
  if (messageListFieldPattern.test(name)) return '{{text_messages}}';
  return historyFieldPattern.test(name) || !textFieldPattern.test(name) ? [] : [INPUT_PLACEHOLDER];
}

/** True if any part of a body carries the user's message. */
export function hasMessagePlaceholder(body: Json | undefined): boolean {
  if (typeof body === 'string') return /\{\{(?:input|text_messages|messages)\}\}/.test(body);
  if (Array.isArray(body)) return body.some(hasMessagePlaceholder);
  return isJsonObject(body) && Object.values(body).some(hasMessagePlaceholder);
}

/** Returns a copy with a value set at a path; creates missing objects and replaces other values on the way. */
export function setPropertyAtPath(body: JsonObject, path: JsonPath, value: Json): JsonObject {
  const [first, ...remainingPath] = path;
  if (first === undefined) return body;
  const copy: JsonObject = { ...body };
  const child = copy[String(first)];
  const next = remainingPath[0];
  if (remainingPath.length === 0) setProperty(copy, String(first), value);
  else if (typeof next === 'number')
    setProperty(copy, String(first), createListWithValue(child, remainingPath.slice(1), value));
  else setProperty(copy, String(first), setPropertyAtPath(isJsonObject(child) ? child : {}, remainingPath, value));
  return copy;
}

function createListWithValue(before: Json | undefined, path: JsonPath, value: Json): Json {
  if (path.length === 0) return [value];
  const item = Array.isArray(before) && isJsonObject(before[0]) ? before[0] : {};
  return [setPropertyAtPath(item, path, value)];
}

export function removePropertyAtPath(body: JsonObject, path: JsonPath): JsonObject {
  const [first, ...remainingPath] = path;
  if (first === undefined) return body;
  const child = body[String(first)];
  const others = Object.entries(body).filter(([key]) => key !== String(first));
  if (remainingPath.length === 0) return Object.fromEntries(others);
  return isJsonObject(child) ? { ...body, [String(first)]: removePropertyAtPath(child, remainingPath) } : body;
}
