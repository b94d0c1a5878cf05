import { describe, expect, it } from 'vitest';
import type { Assertion } from '../contract/index.ts';
import { checkAssertion, createAssertionCheck } from './check-assertion.ts';

describe('checkAssertion', () => {
  it.each<[Assertion, string]>([
    [{ type: 'regex', value: '(' }, 'value'],
    [{ type: 'regex', pattern: '(' }, 'pattern'],
    [{ type: 'json_path', path: 'a[-1]', value: 1 }, 'path'],
    [{ type: 'type', path: 'a[', value: 'string' }, 'path'],
    [{ type: 'tool_result', value: { tool: 't', result: { a: ['regex:['] } } }, 'value'],
    [{ type: 'agent', use: 'agents:' }, 'use'],
    [{ type: 'agent', use: 'scripts:a.Check' }, 'use'],
    [{ type: 'script', use: 'agents:a' }, 'use'],
    [{ type: 'script', script: 'agents:a' }, 'script'],
  ])('finds what is wrong with %j', (assertion, field) => {
    expect(checkAssertion(assertion)).toEqual([{ field, message: expect.stringMatching(/\w/) }]);
  });

  it.each<Assertion>([
    { type: 'equals', value: null },
    { type: 'regex', value: '(?P<n>a)' },
    { type: 'json_path', path: '$.a[?(@.b == 1)]', value: [] },
    { type: 'type', value: 'integer' },
    { type: 'tool_called', value: ['a'] },
    { type: 'tool_result', value: { tool: 't', result: 'regex:^a' } },
    { type: 'agent', use: 'tests.validator' },
    { type: 'script', use: 'scripts:tests.Check' },
  ])('finds nothing wrong with %j', (assertion) => {
    expect(checkAssertion(assertion)).toEqual([]);
  });

  it.each([
    ['/yes/', 'yes'],
    ['/yes/i', '(?i)yes'],
    ['/yes/gims', '(?ims)yes'],
    ['/yes/gu', 'yes'],
    ['/a\nb/s', '(?s)a\nb'],
  ])('shows how %s is written', (value, suggestion) => {
    const message = `slashes are a part of the pattern here; write ${JSON.stringify(suggestion)}`;
    expect(checkAssertion({ type: 'regex', value })).toEqual([{ field: 'value', message }]);
    expect(checkAssertion({ type: 'regex', value: suggestion })).toEqual([]);
  });

  it.each(['/yes', 'yes/i', '//', 'a/b/c', '/yes/2'])('takes no slash of %s for a delimiter', (value) => {
    expect(checkAssertion({ type: 'regex', value })).toEqual([]);
  });

  it.each<[Assertion, string, string]>([
    [{ type: 'not_contains', value: 'sorry', negate: true }, 'negate', 'requires the text; write "contains"'],
    [{ type: 'tool_called', value: 'pay', times: 0, negate: true }, 'negate', 'requires a call; leave out both'],
    [{ type: 'type', path: '$.items[*]', value: 'array' }, 'path', 'always finds a list; name the list itself'],
    [{ type: 'type', path: '$.a[?(@.b == 1)].c', value: 'array' }, 'path', 'always finds a list'],
    [{ type: 'tool_called', name: 'pay', arguments: {} }, 'arguments', 'fits every call; leave it out'],
    [{ type: 'tool_called', value: { name: 'pay', arguments: {} } }, 'value', 'fits every call'],
    [{ type: 'regex', value: 'EUR 1.000' }, 'value', 'the dot in 1.0 matches any character; write 1\\.0'],
    [{ type: 'regex', pattern: '^v[0-9]1.2', negate: true }, 'pattern', 'the dot in 1.2 matches any character'],
    [{ type: 'regex', value: '(?i)^yes|no$' }, 'value', 'write "(?i)^(?:yes|no)$" to match the whole answer'],
    [{ type: 'regex', pattern: '^red|dark blue|green$' }, 'pattern', 'write "^(?:red|dark blue|green)$"'],
    [
      { type: 'equals', value: 'Internal Server Error', negate: true },
      'value',
      'exactly this text; write "not_contains"',
    ],
    [
      { type: 'regex', value: '\\d+ [EUR|USD]+' },
      'value',
      '[EUR|USD] matches one character, not a word; write (EUR|USD)',
    ],
    [
      { type: 'regex', value: '[error] \\d+' },
      'value',
      '[error] matches one character, not a word; write (error) for the word',
    ],
    [{ type: 'regex', value: 'a[^yes|no]' }, 'value', '[^yes|no] matches one character, not a word'],
    [{ type: 'regex', value: 'Dear [A-z]+' }, 'value', 'A-z also matches the signs [ \\ ] ^ _ and `; write A-Za-z'],
    [
      { type: 'regex', value: '(?i)total: 50|60 EUR' },
      'value',
      '"60 EUR" alone is enough; write "(?i)total: (50|60) EUR"',
    ],
    [
      { type: 'regex', value: '(?i)order A17 is cancelled|refunded' },
      'value',
      '"refunded" alone is enough; write "(?i)order A17 is (cancelled|refunded)"',
    ],
    [{ type: 'regex', value: 'A17 was paid|unpaid|overpaid' }, 'value', 'write "A17 was (paid|unpaid|overpaid)"'],
    [
      { type: 'regex', value: '(?i)your total is \\$?\\d*(\\.\\d\\d)?' },
      'value',
      'the number at the end may be missing',
    ],
    [{ type: 'regex', pattern: 'total: ([0-9]+)?' }, 'pattern', 'may be missing, so the words before it are enough'],
    [{ type: 'tools', match: 'in_order', calls: [{ name: 'pay' }] }, 'match', 'one call is always in order'],
    [{ type: 'agent', use: 'judge', value: 'Is it polite? Answer yes or no.' }, 'value', 'both answers meet it'],
    [{ type: 'agent', value: ['Is the refund allowed, yes or no?'] }, 'value', 'both answers meet it'],
    [{ type: 'agent', value: ['is rude', 'promises a discount'], negate: true }, 'value', 'meets all criteria'],
  ])('doubts %j', (assertion, field, message) => {
    expect(checkAssertion(assertion)).toEqual([{ field, message: expect.stringContaining(message), isWarning: true }]);
  });

  it.each<Assertion>([
    { type: 'tool_called', value: 'pay', times: 1, negate: true },
    { type: 'type', path: '$.items', value: 'array' },
    { type: 'type', path: '$.items[*]', value: 'array', negate: true },
    { type: 'regex', value: '^\\s+|\\s+$' },
    { type: 'regex', value: '^(yes|no)$' },
    { type: 'regex', value: '^yes$|^no$' },
    { type: 'regex', value: '^yes|^no' },
    { type: 'regex', value: '1\\.000' },
    { type: 'regex', value: 'from A-z: [A-Za-z]' },
    { type: 'equals', value: 'No', negate: true },
    { type: 'equals', value: 'Internal Server Error' },
    { type: 'regex', value: 'sorry|cannot' },
    { type: 'regex', value: 'total: (50|60) EUR' },
    { type: 'regex', value: 'error 404|500' },
    { type: 'regex', value: 'is cancelled|refunded' },
    { type: 'regex', value: 'order A17 is gone|cancelled' },
    { type: 'regex', value: 'order A17 is cancelled|A17 was refunded' },
    { type: 'regex', value: 'order A17 is (cancelled|refunded)' },
    { type: 'regex', value: 'costs \\$?\\d+(\\.\\d\\d)?' },
    { type: 'regex', value: 'room \\d+ on floor \\d*' },
    { type: 'regex', value: 'in step ?\\d*' },
    { type: 'regex', value: 'item\\d*' },
    { type: 'regex', value: 'your total is \\d*', negate: true },
    { type: 'regex', value: '^total: \\d*(\\.\\d+)?$' },
    { type: 'tools', match: 'in_order', calls: [{ name: 'pay' }, { name: 'mail' }] },
    { type: 'tools', match: 'any_order', calls: [{ name: 'pay' }] },
    { type: 'agent', use: 'judge', value: 'says yes or no before it explains' },
    { type: 'agent', value: ['is rude'], negate: true },
    { type: 'agent', value: ['is polite', 'promises a discount'] },
    { type: 'regex', value: '[0-9.,]+ \\d.\\d [1.5]' },
    { type: 'tool_called', name: 'pay', arguments: {}, arguments_match: 'exact' },
    { type: 'tool_called', name: 'pay', arguments: { id: 1 } },
  ])('does not doubt %j', (assertion) => {
    expect(checkAssertion(assertion).filter(({ isWarning }) => isWarning)).toEqual([]);
  });

  it('answers the same when it remembers patterns', () => {
    const check = createAssertionCheck();
    for (const value of ['(', 'a', '(', 'a']) {
      expect(check({ type: 'regex', value })).toEqual(checkAssertion({ type: 'regex', value }));
    }
  });
});
