import { type AuthoredCase, type Message, messageRoles } from '../contract/index.ts';
import { isJsonObject, type Json } from '../values/index.ts';
import { isTextList } from './plain-values.ts';
import { readPlainAssertions } from './read-plain-assertions.ts';
import { readPlainCheckpoints, readPlainSimulator } from './read-plain-conversation.ts';
import { readPlainOptions } from './read-plain-options.ts';

/**
 * Reads cases of the common shapes without the schema, which takes most of the time in files of 100,000 cases. It knows no errors: whatever it does not recognise is for the schema to judge.
 */
export function readPlainCase(source: Json): AuthoredCase | undefined {
  if (!isJsonObject(source)) return undefined;
  const { id } = source;
  if (typeof id !== 'string' || id === '') return undefined;
  const plain: AuthoredCase = { id };
  for (const key in source) {
    if (!addField(plain, key, source[key] ?? null)) return undefined;
  }
  return plain;
}

function addField(plain: AuthoredCase, key: string, value: Json): boolean {
  switch (key) {
    case 'id':
      return true;
    case 'input':
      return set(plain, key, readInput(value));
    case 'name':
    case 'timeout':
    case 'user':
    case 'team':
    case 'before':
    case 'after':
      if (typeof value !== 'string') return false;
      plain[key] = value;
      return true;
    case 'skip':
    case 'quarantine':
      if (typeof value !== 'boolean') return false;
      plain[key] = value;
      return true;
    case 'tags':
      if (!isTextList(value)) return false;
      plain.tags = value;
      return true;
    case 'expected':
      plain.expected = value;
      return true;
    case 'metadata':
      if (!isJsonObject(value)) return false;
      plain.metadata = value;
      return true;
    case 'max_turns':
      if (!Number.isSafeInteger(value) || typeof value !== 'number' || value < 1) return false;
      plain.max_turns = value;
      return true;
    default:
      return addPart(plain, key, value);
  }
}

/** The fields that have a structure of their own. */
function addPart(plain: AuthoredCase, key: string, value: Json): boolean {
  switch (key) {
    case 'assert':
      return set(plain, key, readPlainAssertions(value));
    case 'options':
      return set(plain, key, readPlainOptions(value));
    case 'simulator':
      return set(plain, key, readPlainSimulator(value));
    case 'checkpoints':
      return set(plain, key, readPlainCheckpoints(value));
    default:
      return false;
  }
}

function set<Key extends keyof AuthoredCase>(plain: AuthoredCase, key: Key, value: AuthoredCase[Key]): boolean {
  if (value === undefined) return false;
  plain[key] = value;
  return true;
}

/** A text, or messages that are nothing but a role and a text. */
function readInput(input: Json): string | Message[] | undefined {
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
