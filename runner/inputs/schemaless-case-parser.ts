import { type AuthoredCase, type Message, messageRoles } from '../contract/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';
import { deepFreeze } from './case-part-interner.ts';
import { isTextList } from './list-guards.ts';
import { parseAssertionsWithoutSchema } from './schemaless-assertions.ts';
import { parseCheckpointsWithoutSchema, parseSimulatorWithoutSchema } from './schemaless-conversation.ts';
import { parseOptionsWithoutSchema } from './schemaless-options.ts';

export type SchemalessParser = (source: Json) => AuthoredCase | undefined;

/** The previous case, with its source value and the number of keys in it. */
type PlainCaseShape = { source: JsonObject; keys: number; plain: AuthoredCase };

/**
 * Reads cases of common shapes without the schema, because validation takes most of the time for files of 100,000
 * cases. Reports no errors: a case that it does not recognise is passed to the schema. Parts that equal those of the
 * previous case are parsed once, shared and frozen.
 */
export function createSchemalessParser(): SchemalessParser {
  let before: PlainCaseShape | undefined;
  return (source) => {
    if (!isJsonObject(source)) return undefined;
    const plainCase = (before && parseCaseWithSameKeys(source, before)) ?? parseCaseWithoutSchema(source, before);
    if (plainCase !== undefined) before = { source, keys: Object.keys(source).length, plain: plainCase };
    return plainCase;
  };
}

/** Reads a case that has the same keys as the previous one, and reuses the parts that are equal. */
function parseCaseWithSameKeys(source: JsonObject, before: PlainCaseShape): AuthoredCase | undefined {
  const plainCase = { ...before.plain };
  const plainFields: Readonly<Record<string, unknown>> = before.plain;
  let keys = 0;
  for (const key in source) {
    const value = source[key] ?? null;
    const earlier = before.source[key];
    if (earlier === undefined) return undefined;
    if (earlier !== value) {
      if (
        !parseFieldWithoutSchema(plainCase, key, value) &&
        !parseStructuredField({ plain: plainCase, key, value, before })
      )
        return undefined;
    } else if (typeof value === 'object') deepFreeze(plainFields[key]);
    keys += 1;
  }
  return keys === before.keys ? plainCase : undefined;
}

function parseCaseWithoutSchema(source: JsonObject, before: PlainCaseShape | undefined): AuthoredCase | undefined {
  const { id } = source;
  if (id === undefined) return undefined;
  const plainCase: AuthoredCase = { id: '' };
  for (const key in source) {
    const value = source[key] ?? null;
    if (
      !parseFieldWithoutSchema(plainCase, key, value) &&
      !parseStructuredField({ plain: plainCase, key, value, before })
    )
      return undefined;
  }
  return plainCase;
}

function parseFieldWithoutSchema(plainCase: AuthoredCase, key: string, value: Json): boolean {
  switch (key) {
    case 'id':
      if (typeof value !== 'string' || value === '') return false;
      plainCase.id = value;
      return true;
    case 'input':
      return setField(plainCase, key, parseInputWithoutSchema(value));
    case 'name':
    case 'timeout':
    case 'user':
    case 'team':
    case 'before':
    case 'after':
      if (typeof value !== 'string') return false;
      plainCase[key] = value;
      return true;
    case 'skip':
    case 'quarantine':
      if (typeof value !== 'boolean') return false;
      plainCase[key] = value;
      return true;
    case 'tags':
      if (!isTextList(value)) return false;
      plainCase.tags = value;
      return true;
    case 'expected':
      plainCase.expected = value;
      return true;
    case 'metadata':
      if (!isJsonObject(value)) return false;
      plainCase.metadata = value;
      return true;
    case 'max_turns':
      if (!Number.isSafeInteger(value) || typeof value !== 'number' || value < 1) return false;
      plainCase.max_turns = value;
      return true;
    default:
      return false;
  }
}

type PlainProperty = { plain: AuthoredCase; key: string; value: Json; before: PlainCaseShape | undefined };

/** Reads the fields that are objects or lists with a structure. */
function parseStructuredField({ plain, key, value, before }: PlainProperty): boolean {
  switch (key) {
    case 'assert':
    case 'options':
    case 'simulator':
    case 'checkpoints':
      if (before === undefined || before.source[key] !== value) return setField(plain, key, fieldParsers[key](value));
      deepFreeze(before.plain[key]);
      return setField(plain, key, before.plain[key]);
    default:
      return false;
  }
}

const fieldParsers = {
  assert: parseAssertionsWithoutSchema,
  options: parseOptionsWithoutSchema,
  simulator: parseSimulatorWithoutSchema,
  checkpoints: parseCheckpointsWithoutSchema,
};

function setField<Key extends keyof AuthoredCase>(
  plainCase: AuthoredCase,
  key: Key,
  value: AuthoredCase[Key],
): boolean {
  if (value === undefined) return false;
  plainCase[key] = value;
  return true;
}

/** Reads an `input` that is a text, or a list of messages with only a role and a text. */
function parseInputWithoutSchema(input: Json): string | Message[] | undefined {
  if (typeof input === 'string') return input;
  if (!Array.isArray(input)) return undefined;
  const messages: Message[] = [];
  for (const item of input) {
    if (!isJsonObject(item) || Object.keys(item).length !== 2 || typeof item.content !== 'string') return undefined;
    const role = messageRoles.find((knownRole) => knownRole === item.role);
    if (role === undefined) return undefined;
    messages.push({ role, content: item.content });
  }
  return messages;
}
