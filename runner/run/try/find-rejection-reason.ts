import { isUserRole } from './text-candidates.ts';
import {
  isAcknowledgement,
  isErrorText,
  isIdentifierOrDate,
  isUrlOrPathOrEmail,
  looksLikeEventData,
  normalizeCaseAndSpaces,
  replaceMessage,
  replaceNumbers,
} from './text-shape.ts';

/**
 * Why a text is probably not the answer. With the reason `same`, it may still be the answer of an agent that always
 * gives the same answer.
 */
export type RejectionReason = { kind: 'same' | 'other'; words: string };

const toolFieldPattern =
  /^(?:tools?|functions?)$|tool[_.-]?(?:calls?|use|results?|outputs?|messages?|responses?|starts?|ends?)\b|function[_.-]?(?:call|result|response)|^observations?$|^intermediate_?steps$|^arguments$/i;
const errorFieldPattern =
  /^(?:errors?|err|exceptions?|traceback|stack_?trace|fault|detail|details|warnings?)$|error[_.-]?(?:message|text|detail)/i;
const idFieldPattern =
  /^(?:id|uuid|guid|object|role|code|created(?:_?at)?|updated(?:_?at)?|timestamp|finish_?reason|stop_?reason|(?:system_)?fingerprint)$|[_-](?:id|uuid|token|key)$|[a-z](?:Id|Uuid)$/;

type CandidateReply = {
  texts: readonly string[];
  tier: number;
  names: readonly string[];
  role: string | undefined;
  messages: readonly string[];
};

export function findRejectionReason({
  texts,
  tier,
  names,
  role,
  messages,
}: CandidateReply): RejectionReason | undefined {
  const createOtherReason = (words: string) => ({ kind: 'other', words }) as const;
  if (texts.some((text) => text.trim() === '')) return createOtherReason('is empty');
  if (names.some((name) => errorFieldPattern.test(name)))
    return createOtherReason('is the name of an error field, not of an answer');
  if (names.some((name) => toolFieldPattern.test(name))) return createOtherReason('belongs to a tool');
  if (isUserRole(role)) return createOtherReason(`has the role "${role}"`);
  if (idFieldPattern.test(names.at(-1) ?? '')) return createOtherReason('is an identifier, not an answer');
  if (texts.every(isUrlOrPathOrEmail)) return createOtherReason('is an address');
  if (texts.every(isIdentifierOrDate)) return createOtherReason('is an id, a time or a number');
  if (texts.some(looksLikeEventData)) return createOtherReason('contains data or the beginning of an event');
  if (texts.some(isErrorText)) return createOtherReason('reads like an error');
  if (texts.every((text, index) => normalizeCaseAndSpaces(text) === normalizeCaseAndSpaces(messages[index] ?? '')))
    return createOtherReason('repeats the message');
  if (texts.every((text) => normalizeCaseAndSpaces(text) === normalizeCaseAndSpaces(texts[0] ?? ''))) {
    return { kind: 'same', words: 'is the same for every message' };
  }
  const bare = texts.map(replaceNumbers);
  if (bare.every((text) => text === bare[0])) return createOtherReason('differs only in ids, times and numbers');
  const unspoken = texts.map((text, index) => replaceNumbers(replaceMessage(text, messages[index] ?? '')));
  const isFrame = unspoken.every((text) => text === unspoken[0]);
  if (isFrame && isAcknowledgement(texts[0] ?? '')) return createOtherReason('only says that the message has arrived');
  if (tier > 2 && names.length > 0 && !texts.some((text) => /\s/.test(text.trim()))) {
    return createOtherReason('is one word, in a field whose name does not suggest an answer');
  }
  return undefined;
}

/** True if the texts are the same apart from the user's message that they repeat. */
export function differOnlyByRepeatedMessage(texts: readonly string[], messages: readonly string[]): boolean {
  const frames = texts.map((text, index) => replaceMessage(text, messages[index] ?? ''));
  return frames.every((frame) => frame === frames[0]) && frames[0] !== normalizeCaseAndSpaces(texts[0] ?? '');
}
