import { describe, expect, it } from 'vitest';
import type { Assertion } from '../contract/index.ts';
import { checkAssertion } from './check-assertion.ts';

const matchWarning = (message: string) => [
  expect.objectContaining({ message: expect.stringContaining(message), isWarning: true }),
];

describe('a check of what must not be', () => {
  it.each<[string, string]>([
    ['card\u00a0number', 'U+00A0'],
    ['re\u200bfund', 'U+200B'],
    ['c\u0430rd', 'Latin and Cyrillic'],
    ['cre\u0301dit', 'accents as separate characters'],
    ['cr\ufffddit', 'UTF-8'],
    ['\brefund\b', 'backspace'],
    ['refunded\n', 'line break'],
    ['\\d{16}', 'looks like a pattern'],
    ['(?i)refund', 'looks like a pattern'],
    ['refund|cancel', 'looks like a pattern'],
    ['*refund*', 'looks like a pattern'],
    ['refund.*done', 'looks like a pattern'],
    ['/refund/i', 'looks like a pattern'],
    ['file://words.txt', 'no file is read'],
    ['$ENV.SECRET', 'no variable is filled in'],
    ['\u0024{SECRET}', 'no variable is filled in'],
    ['{{metadata.secret}}', '{{…}} is not filled in'],
    ['not {{ expected }}', '{{…}} is not filled in'],
  ])('says what is odd about the text %j', (value, message) => {
    expect(checkAssertion({ type: 'not_contains', value })).toEqual(matchWarning(message));
    expect(checkAssertion({ type: 'contains', value, negate: true })).toEqual(matchWarning(message));
    expect(checkAssertion({ type: 'contains', value }, { isForbidden: true })).toEqual(matchWarning(message));
    expect(checkAssertion({ type: 'contains', value })).toEqual([]);
  });

  it.each([
    ...['\u0024{x}', 'costs \u0024{PRICE}', '{{input}}', '{{answer}}'],
    ...['secret', 'card number ', '\u200b', '{{name}}', '<b>', 'a | b', '| a | b |', '**bold**', '* item'],
    ...[
      'C:\\docs',
      '?',
      '...',
      'Дом',
      'naïve',
      '10 €',
      'http://x.org/a',
      '/home/me',
      '.',
      'line\nline',
      'file://',
      '\n\n',
      '👩‍💻',
    ],
  ])('has nothing to say about the text %j', (value) => {
    expect(checkAssertion({ type: 'not_contains', value })).toEqual([]);
  });

  it.each<[string, string]>([
    ['\\\\d{4}', 'backslash'],
    ['\\\\brefund\\\\b', 'backslash'],
    ['\brefund\b', 'backspace'],
    ['re\u200bfund', 'U+200B'],
    ['refund(?i)', 'flags'],
  ])('says what is odd about the pattern %j', (value, message) => {
    expect(checkAssertion({ type: 'regex', value, negate: true })).toEqual(matchWarning(message));
  });

  it.each(['\\d{4}', '\\brefund\\b', 'C:\\\\docs', '(?i)a.*b', '[\\x{200b}]', '[\u200b\u00a0]', 'a|b'])(
    'has nothing to say about the pattern %j',
    (value) => expect(checkAssertion({ type: 'regex', value, negate: true })).toEqual([]),
  );

  it.each<[Assertion, string]>([
    [{ type: 'tool_called', value: 'delete_*', times: 0 }, 'cannot be patterns'],
    [{ type: 'tool_called', value: ['pay', 'regex:del.*'], negate: true }, 'cannot be patterns'],
    [{ type: 'tool_called', value: 'delete()', times: 0 }, 'cannot be patterns'],
    [{ type: 'tool_called', value: 'delete ', times: 0 }, 'white space'],
    [
      { type: 'tool_called', name: 'pay', arguments: { sum: { gt: 500 } }, times: 0 },
      'literally; only "when" of a mock supports gt',
    ],
    [
      { type: 'tool_called', value: { name: 'pay', arguments: { to: 'regex:^x' } }, negate: true },
      'arguments cannot be patterns',
    ],
    [{ type: 'tool_result', value: { tool: 'pay*' }, negate: true }, 'cannot be patterns'],
    [
      { type: 'tool_result', value: { tool: 'pay', result: { text: '/declined/i' } }, negate: true },
      'literally; patterns in a result begin with "regex:"',
    ],
  ])('says what is odd about the call %j', (assertion, message) => {
    expect(checkAssertion(assertion)).toEqual(matchWarning(message));
  });

  it.each<Assertion>([
    { type: 'tool_called', value: 'srv.delete', times: 0 },
    { type: 'tool_called', value: 'Search Web', times: 0 },
    { type: 'tool_called', value: 'a/b:c-d', times: 0 },
    { type: 'tool_called', name: 'find', arguments: { query: '*', where: { a: 1 }, none: {} }, times: 0 },
    { type: 'tool_called', value: 'delete_*' },
    { type: 'tool_result', value: { tool: 'pay', result: { text: 'regex:declined' } }, negate: true },
    { type: 'tool_result', value: { tool: 'pay', result: { path: '/api/users/' } }, negate: true },
  ])('has nothing to say about the call %j', (assertion) => expect(checkAssertion(assertion)).toEqual([]));
});

describe('the criteria of a judge', () => {
  const judged = (value: string) => ({ type: 'agent', use: 'judge', value }) as const;

  it.each([
    ['the answer equals {{expected}}', '{{expected}}'],
    ['says {{ metadata.name }}', '{{ metadata.name }}'],
    ['names \u0024{city}', '\u0024{city}'],
  ])('are doubtful with a placeholder that nobody fills in: %j', (value, name) => {
    const message = `"value" has ${name}, which the judge receives literally; write the actual text instead`;
    expect(checkAssertion(judged(value))).toEqual([{ field: 'value', message, isWarning: true }]);
  });

  it.each([
    'file://rubric.md',
    'TODO',
    'tbd',
    'FIXME:',
    'TODO: what safe means',
    'fixme(ann): tone',
    '...',
    '\u0024{CRITERIA}',
  ])('have to say something: %j', (value) => {
    const problem = {
      field: 'value',
      message: expect.stringContaining('describe what a good answer must be'),
      runs: true,
    };
    expect(checkAssertion(judged(value))).toEqual([problem]);
    expect(checkAssertion({ ...judged(value), negate: true })).toEqual([problem]);
  });

  it.each([
    'has no placeholder such as {{name}} left',
    'says what is still to do (TODO list)',
    'TODO items of the user are listed, each with its date',
    'names the file file://rubric.md',
  ])('may speak of such things: %j', (value) => {
    expect(checkAssertion(judged(value))).toEqual([]);
  });

  it('decide, and no threshold beside them', () => {
    const message =
      '"threshold" has no effect here, the judge only receives it as text; what counts is "passed" in the reply of the judge';
    const options = { metadata: { threshold: 0.9 } };
    expect(checkAssertion({ ...judged('is polite'), options })).toEqual([
      { field: 'options', message, isWarning: true },
    ]);
  });

  it('say of no answer that it is good and bad', () => {
    const examples = [
      { quote: 'Wait.', verdict: 'bad' as const },
      { quote: 'Wait. ', verdict: 'good' as const },
    ];
    const message = 'the example "Wait. " is good and bad; keep one of them';
    expect(checkAssertion({ ...judged('is polite'), examples })).toEqual([
      { field: 'examples', message, isWarning: true },
    ]);
    expect(checkAssertion({ ...judged('is polite'), examples: examples.slice(1) })).toEqual([]);
  });
});
