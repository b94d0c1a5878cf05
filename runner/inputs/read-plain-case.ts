import {
  type Assertion,
  type AuthoredCase,
  assertionSchema,
  isJsonObject,
  type Json,
  type JsonObject,
  type Message,
  messageRoles,
} from '../contract/index.ts';

/**
 * Reads cases of the commonest shape (a text in, assertions on what comes out) without the schema, which takes most of
 * the time in files of 100,000 cases. It knows no errors: whatever it does not recognise is for the schema to judge.
 */
export function readPlainCase(source: Json): AuthoredCase | undefined {
  if (!isJsonObject(source)) return undefined;
  const { id } = source;
  const input = readInput(source.input);
  if (typeof id !== 'string' || id === '' || input === undefined) return undefined;
  const plain: AuthoredCase = { id, input };
  for (const key in source) {
    if (!addField(plain, key, source[key] ?? null)) return undefined;
  }
  return plain;
}

function addField(plain: AuthoredCase, key: string, value: Json): boolean {
  switch (key) {
    case 'id':
    case 'input':
      return true;
    case 'name':
    case 'timeout':
      if (typeof value !== 'string') return false;
      plain[key] = value;
      return true;
    case 'skip':
      if (typeof value !== 'boolean') return false;
      plain.skip = value;
      return true;
    case 'tags':
      if (!isTextList(value)) return false;
      plain.tags = value;
      return true;
    case 'expected':
      plain.expected = value;
      return true;
    case 'metadata':
      if (!isPlainObject(value)) return false;
      plain.metadata = value;
      return true;
    case 'assert':
      return addAssertions(plain, Array.isArray(value) ? value : [value]);
    default:
      return false;
  }
}

/** A text, or messages that are nothing but a role and a text. */
function readInput(input: Json | undefined): string | Message[] | undefined {
  if (typeof input === 'string') return input;
  if (!Array.isArray(input)) return undefined;
  const messages: Message[] = [];
  for (const item of input) {
    if (!isJsonObject(item) || Object.keys(item).length !== 2 || typeof item.content !== 'string') return undefined;
    const role = messageRoles.find((known) => known === item.role);
    if (role === undefined) return undefined;
    messages.push({ role, content: item.content });
  }
  return messages;
}

function addAssertions(plain: AuthoredCase, values: readonly Json[]): boolean {
  // Mapped, not pushed: a list that grows keeps room for sixteen more, in each of 100,000 cases.
  const assertions = values.map(readAssertion);
  if (assertions.length === 0 || !areAllRead(assertions)) return false;
  plain.assert = assertions;
  return true;
}

function areAllRead(assertions: (Assertion | undefined)[]): assertions is Assertion[] {
  return assertions.every((assertion) => assertion !== undefined);
}

function readAssertion(source: Json): Assertion | undefined {
  if (!isJsonObject(source)) return undefined;
  const { type, value } = source;
  if (value !== undefined && Object.keys(source).length === 2) {
    if (type === 'contains' || type === 'not_contains' || type === 'equals') return { type, value };
    if (type === 'regex' && typeof value === 'string') return { type, value };
  }
  return assertionSchema.safeParse(source).data;
}

function isTextList(value: Json): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isPlainObject(value: Json): value is JsonObject {
  return isJsonObject(value) && !Object.hasOwn(value, '__proto__');
}
