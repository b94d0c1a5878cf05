import { describe, expect, it } from 'vitest';
import type { Assertion } from '../contract/index.ts';
import { checkAssertion } from './check-assertion.ts';

const everyAnswerPasses = [{ message: 'this checks nothing: every answer passes it' }];
const namedContentPasses = [
  { message: expect.stringContaining('an answer that is just the forbidden content would pass') },
];
const anySentencePasses = [{ message: 'this holds for any sentence, so it checks next to nothing', runs: true }];

describe('an assertion that every answer keeps', () => {
  it.each<Assertion>([
    { type: 'regex', value: '.*' },
    { type: 'regex', value: 'x?' },
    { type: 'regex', pattern: 'hello|' },
    { type: 'regex', value: '[\\s\\S]*' },
    { type: 'contains', value: '   ', ignore_space: true },
    { type: 'tools', match: 'exactly', calls: [], ignore: ['*'] },
    { type: 'tools', match: 'only', calls: [], ignore: ['*'] },
    { type: 'limits', tool_calls: 20_000 },
    { type: 'limits', tokens: 2_000_000_000, turns: 20_000 },
  ])('is refused: %j', (assertion) => {
    expect(checkAssertion(assertion)).toEqual(everyAnswerPasses);
  });
});

describe('a negated assertion', () => {
  it.each<Assertion>([
    // A wildcard yields a list, and a list never equals a text, so these negated assertions always hold.
    { type: 'json_path', path: '$.items[*].state', value: 'broken', negate: true },
    { type: 'json_path', path: '$.items[?(@.id == 7)].state', value: 'broken', negate: true },
    { type: 'json_path', path: '$.items[*]', value: 'broken', negate: true },
    { type: 'tool_called', value: 'refund', times: { min: 2, max: 1 }, negate: true },
  ])('that what it names does not break is refused: %j', (assertion) => {
    expect(checkAssertion(assertion)).toEqual(namedContentPasses);
  });

  it.each<Assertion>([
    { type: 'contains', value: 'secret', negate: true },
    { type: 'not_contains', value: 'secret' },
    { type: 'equals', value: { a: [1] }, negate: true },
    { type: 'equals', value: '', negate: true },
    { type: 'regex', value: 'secret', negate: true },
    { type: 'json_path', path: '$.a[2].b', value: 'x', negate: true },
    { type: 'json_path', path: 'state', value: ['open', 'lost'], negate: true },
    { type: 'json_path', path: '$.items[*].state', value: ['broken'], negate: true },
    { type: 'json_path', path: '$.items[?(@.size > 3 && @.name == "x")].id', value: [1], negate: true },
    { type: 'json_path', path: '$.items[?(@.a.b)].id', value: [], negate: true },
    { type: 'json_path', path: '$.error', value: null, negate: true },
    { type: 'type', value: 'boolean', negate: true },
    { type: 'type', path: '$.error', value: 'null', negate: true },
    { type: 'tool_called', value: 'delete', negate: true },
    { type: 'tool_called', value: ['delete', 'drop'], times: 0 },
    { type: 'tool_called', name: 'pay', arguments: { sum: 3 }, arguments_match: 'exact', negate: true },
    { type: 'tool_called', value: 'pay', succeeded: false, times: { min: 2 }, negate: true },
    { type: 'tool_result', value: { tool: 'pay', result: { ok: true } }, negate: true },
    { type: 'tool_result', value: { tool: 'pay', result: 'regex:^x' }, negate: true },
    { type: 'tools', match: 'in_order', calls: [{ name: 'a' }, { name: 'b', succeeded: false }], negate: true },
    { type: 'state', path: '$.orders[0].paid', value: true, negate: true },
    { type: 'state', equals: { a: 1 }, negate: true },
  ])('that what it names breaks is sound: %j', (assertion) => {
    expect(checkAssertion(assertion)).toEqual([]);
  });
});

describe('an assertion that only odd answers fail', () => {
  it.each<Assertion>([
    { type: 'regex', value: '\\b' },
    { type: 'regex', value: '(?i)[aeiou]' },
    { type: 'contains', value: 'e', ignore_case: true },
  ])('is a problem, and runs: %j', (assertion) => {
    expect(checkAssertion(assertion, { userText: 'Where is my parcel?' })).toEqual(anySentencePasses);
    expect(checkAssertion(assertion, { userText: '!' })).toEqual([]);
  });
});

it.each(['.', ' '])('warns of a text that nearly any sentence has: %j', (value) => {
  const message = 'this holds for nearly any sentence, so it checks next to nothing';
  expect(checkAssertion({ type: 'contains', value })).toEqual([{ message, isWarning: true }]);
  expect(checkAssertion({ type: 'contains', value: '?' })).toEqual([]);
});

describe('a sound assertion', () => {
  it.each<Assertion>([
    { type: 'contains', value: ' ' },
    { type: 'regex', value: '^.{0,500}$' },
    { type: 'regex', value: '.{10,}' },
    { type: 'regex', value: '(?s)refund|money' },
    { type: 'type', value: 'string' },
    { type: 'type', value: 'object' },
    { type: 'limits', tool_calls: 5, cost: 0.5 },
    { type: 'limits', duration: '30s' },
    { type: 'tool_called', value: 'pay', times: { max: 3 } },
    { type: 'tool_called', value: 'pay', times: { min: 0 } },
    { type: 'tools', match: 'exactly', calls: [] },
    { type: 'tools', match: 'only', calls: [{ name: 'get' }], ignore: ['get_*'] },
    { type: 'state', equals: {} },
    { type: 'state', path: '$.refunds[1]', value: null },
    { type: 'state', path: '$.refunds[*]', value: [] },
    { type: 'state', path: '$.refunds[?(@.paid == true)]', value: [] },
    { type: 'snapshot' },
  ])('is left alone: %j', (assertion) => {
    expect(checkAssertion(assertion, { userText: 'Hello' })).toEqual([]);
  });
});

describe('an assertion in "never"', () => {
  const never = { isForbidden: true };

  it.each<Assertion>([
    { type: 'contains', value: 'secret' },
    { type: 'tool_called', value: 'delete' },
  ])('is sound where its own words break it: %j', (assertion) => expect(checkAssertion(assertion, never)).toEqual([]));

  it('is refused where nothing breaks it', () => {
    const path = '$.items[*].state';
    expect(checkAssertion({ type: 'json_path', path, value: 'broken' }, never)).toEqual(namedContentPasses);
  });
});
