import type { ServerComplaint } from './complaint.ts';

const nonFieldNameWords = new Set([
  'field',
  'fields',
  'body',
  'request',
  'json',
  'parameter',
  'parameters',
  'param',
  'is',
  'a',
  'an',
  'the',
  'required',
  'this',
  'that',
  'it',
  'value',
  'data',
  'property',
  'argument',
  'key',
  'be',
  'in',
  'of',
  'or',
  'and',
  'valid',
  'invalid',
  'payload',
  'string',
  'object',
  'error',
  'not',
  'no',
  'was',
  'must',
  'your',
  'authentication',
  'authorization',
  'header',
  'headers',
  'login',
  'token',
  'api_key',
  'apikey',
  'permission',
  'one',
  'none',
  'undefined',
  'null',
  'non',
  'empty',
  'type',
  'which',
  'to',
  'for',
  'with',
  'you',
  'please',
  'provide',
  'method',
  'post',
  'get',
  'user-agent',
  'from',
  'are',
  'at',
  'least',
]);

const FIELD_NAME_SOURCE = String.raw`['"\x60‘“]?([A-Za-z_][\w.-]*)['"\x60’”]?`;
/**
 * Error messages of validators in Go, Rails and zod. They have patterns of their own, because the general patterns
 * would extract wrong names from them.
 */
const certainComplaintPatterns: readonly RegExp[] = [
  /validation for ['"](\w+)['"] failed on the ['"]required/gi,
  /param is missing[^:\n]*: ['"]?(\w+)/gi,
  new RegExp(
    String.raw`(?:^|[\n;,:] *)${FIELD_NAME_SOURCE}: (?:required|field required|missing|cannot be blank|this field is required)`,
    'gi',
  ),
];
const sentenceComplaintPatterns: readonly RegExp[] = [
  new RegExp(
    `${FIELD_NAME_SOURCE} +(?:(?:field|parameter|property|argument|key) +)?(?:is|are|was) +(?:a +|an +)?(?:required|missing|mandatory|not (?:provided|set|present|given)|needed|undefined|empty)`,
    'gi',
  ),
  new RegExp(
    `(?:field|parameter|property|key|argument|param)s? +${FIELD_NAME_SOURCE} +(?:is|was|are|must|cannot|can't|should|has) `,
    'gi',
  ),
  new RegExp(
    String.raw`(?:field|parameter|property|key|argument|param|attribute)s?:? +${FIELD_NAME_SOURCE}(?![\w ]*(?:required|missing))`,
    'gi',
  ),
  new RegExp(`must have (?:required )?property ${FIELD_NAME_SOURCE}`, 'gi'),
  new RegExp(
    `(?:missing|requires?|required|expected|expects?|needs?|provide|lacks|without|specify|include)(?: +(?:required|the|a|an|mandatory|request|body|json|non-empty|field|parameter|property|key|argument|value|for))*:? +${FIELD_NAME_SOURCE}`,
    'gi',
  ),
  new RegExp(
    String.raw`\bno +${FIELD_NAME_SOURCE} +(?:provided|given|supplied|specified|found|in |was |sent|received)`,
    'gi',
  ),
  new RegExp(String.raw`KeyError:? *\(?${FIELD_NAME_SOURCE}`, 'gi'),
  /^['"]([A-Za-z_]\w*)['"]$/g,
  new RegExp(`${FIELD_NAME_SOURCE} +(?:must|should|cannot|can't|may not) +(?:not +)?be`, 'gi'),
];

/** Longer texts are not searched, because the patterns take quadratic time. Error messages are usually short. */
const MAX_SENTENCE_LENGTH = 500;

/**
 * Finds missing fields in sentences such as `message is required`, `Missing field "query"`, `no question given`, `send
 * {"prompt": "…"}`.
 */
export function parseComplaintsOfSentence(sentence: string): ServerComplaint[] {
  if (sentence.length > MAX_SENTENCE_LENGTH) return [];
  const exampleNames = [...sentence.matchAll(/\{\s*["']?([A-Za-z_]\w*)["']?\s*:/g)].map(([, name = '']) => name);
  const sure = certainComplaintPatterns.flatMap((pattern) =>
    [...sentence.matchAll(pattern)].map(([, name = '']) => name),
  );
  const named = sure.some(isFieldName)
    ? sure
    : sentenceComplaintPatterns.flatMap((pattern) =>
        [...sentence.matchAll(pattern)].map(([, name = '']) => name.replace(/(?<!\.)\.+$/, '')),
      );
  const names = (named.some(isFieldName) ? named : exampleNames).filter(isFieldName);
  return [...new Set(names)].map((name) => ({
    path: name.split('.'),
    where: findFieldLocation(sentence),
    problem: 'missing',
    type: undefined,
  }));
}

function isFieldName(name: string): boolean {
  return !nonFieldNameWords.has(name.toLowerCase()) && name.length < 50;
}

function findFieldLocation(sentence: string): ServerComplaint['where'] {
  if (/query(?:[- ]string)? param/i.test(sentence)) return 'query';
  return /\bheader\b/i.test(sentence) ? 'header' : 'body';
}
