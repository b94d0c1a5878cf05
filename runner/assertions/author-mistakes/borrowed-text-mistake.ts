import type { Assertion } from '../../contract/index.ts';
import { isJsonObject, type Json, listTextsInValue } from '../../values/index.ts';
import { acceptsText } from '../find-vacuous-assertion.ts';
import type { Subject } from '../subject.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';

/**
 * Finds a required text in the answer that is not from the agent itself: it repeats the user's message, or is the name
 * of a source.
 */
export function findBorrowedText(assertion: Assertion, subject: Subject): string | undefined {
  return findRepeatedInput(assertion, subject) ?? findTextOfSource(assertion, subject);
}

/**
 * The minimum length of the user's message in words. Shorter messages, such as a greeting, occur in ordinary answers.
 */
const MIN_REPEATED_WORDS = 3;

/** Returns a message if an answer satisfies a rule only because it repeats the user's message. */
function findRepeatedInput(assertion: Assertion, { input, text }: Subject): string | undefined {
  const userMessage = lastMessage(input).trim();
  if (
    userMessage.split(/\s+/).length < MIN_REPEATED_WORDS ||
    text.trim() === userMessage ||
    !text.includes(userMessage)
  )
    return undefined;
  const isFromInput = acceptsText(assertion, userMessage) && !acceptsText(assertion, text.replaceAll(userMessage, ' '));
  if (!isFromInput) return undefined;
  return `a rule requires ${describeText(assertion)}, but the answer has it only where it repeats the message of the user`;
}

function lastMessage(input: Json): string {
  if (typeof input === 'string') return input;
  if (Array.isArray(input)) return lastMessage(input.at(-1) ?? '');
  return isJsonObject(input) ? lastMessage(input.content ?? '') : '';
}

function describeText(assertion: Assertion): string {
  const expected = 'value' in assertion ? assertion.value : undefined;
  return typeof expected === 'string' ? formatJsonForMessage(expected) : 'something';
}

const answerKeyNames = ['answer', 'reply', 'response', 'output', 'text', 'content', 'message'];
const sourceKeyPattern = /^(?:sources?|documents?|docs|contexts?|chunks|passages|retrieved\w*)$/i;

/**
 * The minimum length in words of a text that is reported. A shorter text may be the name of a source, which a rule may
 * require on purpose.
 */
const MIN_PASSAGE_WORDS = 6;

function findTextOfSource(assertion: Assertion, { value, next }: Subject): string | undefined {
  const document = isJsonObject(value) ? value : (next ?? null);
  if (!isJsonObject(document)) return undefined;
  const answerKey = answerKeyNames.find((key) => typeof document[key] === 'string');
  const source = Object.keys(document).find((key) => sourceKeyPattern.test(key));
  if (answerKey === undefined || source === undefined) return undefined;
  const { [source]: passages = null, ...others } = document;
  const names = listTextsInValue(passages).filter((text) => text.split(/\s+/).length < MIN_PASSAGE_WORDS);
  if (acceptsText(assertion, [JSON.stringify(others), ...names].join('\n'))) return undefined;
  return `a rule requires ${describeText(assertion)}, but the answer has it only in its ${formatJsonForMessage(source)}, not in its ${formatJsonForMessage(answerKey)}`;
}
