import { isUserRole } from './text-candidates.ts';
import {
  isAcknowledgement,
  isAddress,
  isErrorText,
  isIdentifierOrDate,
  looksLikeEventData,
  normalizeCaseAndSpaces,
  withoutMessage,
  withoutNumbers,
} from './text-shape.ts';

/** Why a text is probably not the answer. `same` could still be an agent that always gives the same answer. */
export type RejectionReason = { kind: 'same' | 'other'; words: string };

const ofTools =
  /^(?:tools?|functions?)$|tool[_.-]?(?:calls?|use|results?|outputs?|messages?|responses?|starts?|ends?)\b|function[_.-]?(?:call|result|response)|^observations?$|^intermediate_?steps$|^arguments$/i;
const ofErrors =
  /^(?:errors?|err|exceptions?|traceback|stack_?trace|fault|detail|details|warnings?)$|error[_.-]?(?:message|text|detail)/i;
const ofIds =
  /^(?:id|uuid|guid|object|role|code|created(?:_?at)?|updated(?:_?at)?|timestamp|finish_?reason|stop_?reason|(?:system_)?fingerprint)$|[_-](?:id|uuid|token|key)$|[a-z](?:Id|Uuid)$/;

type SuspectReply = {
  texts: readonly string[];
  tier: number;
  names: readonly string[];
  role: string | undefined;
  messages: readonly string[];
};

export function findRejectionReason({ texts, tier, names, role, messages }: SuspectReply): RejectionReason | undefined {
  const otherReason = (words: string) => ({ kind: 'other', words }) as const;
  if (texts.some((text) => text.trim() === '')) return otherReason('is empty');
  if (names.some((name) => ofErrors.test(name))) return otherReason('is the name of an error field, not of an answer');
  if (names.some((name) => ofTools.test(name))) return otherReason('belongs to a tool');
  if (isUserRole(role)) return otherReason(`has the role "${role}"`);
  if (ofIds.test(names.at(-1) ?? '')) return otherReason('is an identifier, not an answer');
  if (texts.every(isAddress)) return otherReason('is an address');
  if (texts.every(isIdentifierOrDate)) return otherReason('is an id, a time or a number');
  if (texts.some(looksLikeEventData)) return otherReason('contains data or the beginning of an event');
  if (texts.some(isErrorText)) return otherReason('reads like an error');
  if (texts.every((text, index) => normalizeCaseAndSpaces(text) === normalizeCaseAndSpaces(messages[index] ?? '')))
    return otherReason('repeats the message');
  if (texts.every((text) => normalizeCaseAndSpaces(text) === normalizeCaseAndSpaces(texts[0] ?? ''))) {
    return { kind: 'same', words: 'is the same for every message' };
  }
  const bare = texts.map(withoutNumbers);
  if (bare.every((text) => text === bare[0])) return otherReason('differs only in ids, times and numbers');
  const unspoken = texts.map((text, index) => withoutNumbers(withoutMessage(text, messages[index] ?? '')));
  const isFrame = unspoken.every((text) => text === unspoken[0]);
  if (isFrame && isAcknowledgement(texts[0] ?? '')) return otherReason('only says that the message has arrived');
  if (tier > 2 && names.length > 0 && !texts.some((text) => /\s/.test(text.trim()))) {
    return otherReason('is one word, under a name that does not suggest an answer');
  }
  return undefined;
}

/** True if the texts differ only by the message that they repeat. */
export function differOnlyByMessage(texts: readonly string[], messages: readonly string[]): boolean {
  const frames = texts.map((text, index) => withoutMessage(text, messages[index] ?? ''));
  return frames.every((frame) => frame === frames[0]) && frames[0] !== normalizeCaseAndSpaces(texts[0] ?? '');
}
