import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../values/index.ts';
import { parseCases } from '../parse-cases.ts';

const words = (fields: JsonObject): string[] => {
  const text = JSON.stringify({ id: 'a', ...fields });
  const { problems, warnings } = parseCases({ text, file: 's.jsonl', hashOf: () => 'hash' });
  expect(problems).toEqual([]);
  return warnings.map(({ message }) => message);
};
const has = (value: string, fields: JsonObject = {}): JsonObject => ({ type: 'contains', value, ...fields });
const lacks = (value: string, fields: JsonObject = {}): JsonObject => ({ type: 'not_contains', value, ...fields });
const taxi: JsonObject[] = [
  { type: 'text', text: 'What is this?' },
  { type: 'image', url: 'https://shop.example/taxi.png' },
];
const refund = { type: 'tool_called', name: 'refund' };

describe('a case that a silent agent passes', () => {
  it.each<[string, JsonObject]>([
    ['allows calls', { input: 'Refund A17', assert: { type: 'tools', match: 'only', calls: [{ name: 'refund' }] } }],
    ['only has a limit', { input: 'Refund A17', assert: { type: 'limits', tool_calls: 2 } }],
    ['forbids and limits', { input: 'Hi', assert: [lacks('no'), { type: 'limits', tool_calls: 2 }] }],
    ['looks at the last turn', { turns: ['IBAN?', 'Bye'], assert: lacks('DE', { on: 'last' }) }],
    [
      'has a state from the start',
      { input: 'Pay', state: { paid: 1 }, assert: { type: 'state', path: '$.paid', value: 1 } },
    ],
    ['has the limit in a turn', { turns: ['x', { input: 'y', assert: { type: 'limits', tokens: 100 } }] }],
  ])('is told of: it %s', (_what, fields) => {
    expect(words(fields)).toContain('nothing is required of the agent: answering "." without any tool call would pass');
  });

  it.each<[string, JsonObject]>([
    ['only forbids a text', { input: 'Hi', assert: lacks('sorry') }],
    ['only forbids a call', { turns: ['Hi'], assert: { ...refund, times: 0 } }],
    ['only forbids all calls', { turns: ['Hi'], assert: { type: 'tools', match: 'exactly', calls: [] } }],
    ['only has never', { turns: ['Hi', 'Bye'], never: has('secret') }],
    ['must fail', { input: 'Hi', expect: 'fail', assert: { type: 'limits', tool_calls: 2 } }],
    [
      'has a script',
      {
        input: 'Hi',
        assert: [
          { type: 'limits', tool_calls: 2 },
          { type: 'script', script: 'scripts.a.B' },
        ],
      },
    ],
    ['requires a type', { input: 'Hi', assert: { type: 'type', value: 'string' } }],
    ['requires a call', { input: 'Hi', assert: [{ type: 'limits', tool_calls: 2 }, refund] }],
    [
      'requires a checkpoint',
      { input: 'Hi', assert: lacks('no', { on: 'last' }), checkpoints: [{ id: 'p', assert: refund }] },
    ],
  ])('is not told of where it %s', (_what, fields) => {
    expect(words(fields)).toEqual([]);
  });
});

it('is told of reference answers of an import that no rule reads', () => {
  const calls = { type: 'tools', match: 'exactly', calls: [] };
  const imported = (assert: JsonObject, references: JsonObject[string]) =>
    words({ turns: [{ input: 'What do my tomatoes need?', assert }], metadata: { references } });
  expect(imported(calls, ['Tomatoes need sun.'])).toEqual([
    'no rule compares the answer with "references", and none requires anything; write an assertion for what matters',
  ]);
  const right = [
    imported(has('sun'), ['Tomatoes need sun.']),
    imported(calls, ['']),
    imported(calls, ['a.pdf', 'b.pdf']),
  ];
  expect(right.flat()).toEqual([]);
});

describe('a case that an agent passes by repeating the question', () => {
  it.each<[string, JsonObject]>([
    ['has the value', { input: 'What does order 20 cost?', assert: has('20') }],
    [
      'has the pattern',
      { input: 'When does my parcel arrive?', assert: { type: 'regex', value: '(?i)parcel.*arrive' } },
    ],
    [
      'has the value last',
      {
        input: [
          { role: 'user', content: 'No nuts.' },
          { role: 'user', content: 'Any nuts?' },
        ],
        assert: has('nuts'),
      },
    ],
    ['has the value in one of its turns', { turns: ['Hello', 'Who is Lea?'], assert: has('Lea') }],
    ['ends with ؟', { input: 'متى يصل الطرد؟', assert: has('الطرد') }],
  ])('is told of: it %s', (_what, fields) => {
    expect(words(fields)).toEqual([
      'an agent that only repeats the question would pass; require what only an answer has',
    ]);
  });

  it.each<[string, JsonObject]>([
    ['is no question', { input: 'Reply with PONG', assert: has('PONG') }],
    ['requires more', { input: 'Where is parcel 77?', assert: [has('77'), has('Tuesday')] }],
    ['requires it in every turn', { turns: ['Hello', 'Who is Lea?'], assert: has('Lea', { on: 'every' }) }],
    ['forbids it', { turns: ['Who is Lea?'], assert: has('Lea'), never: has('who is', { ignore_case: true }) }],
    ['names a file', { input: { role: 'user', content: taxi }, assert: has('taxi') }],
    ['names a kind of file', { turns: ['Hello', { input: taxi }], assert: has('image') }],
    ['has a simulated user', { simulator: { goal: 'Where is A17?' }, assert: has('A17') }],
  ])('is not told of where it %s', (_what, fields) => {
    expect(words(fields)).toEqual([]);
  });
});
