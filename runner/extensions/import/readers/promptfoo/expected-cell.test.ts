import { expect, it } from 'vitest';
import { parseExpectedCell } from './expected-cell.ts';

it.each([
  ['Paris', { type: 'equals', value: 'Paris' }],
  ['Note: Paris', { type: 'equals', value: 'Note: Paris' }],
  ['contains: a, b', { type: 'contains', value: 'a, b' }],
  ['not-icontains:x', { type: 'not-icontains', value: 'x' }],
  ['similar(0.8): a\nb', { type: 'similar', threshold: 0.8, value: 'a\nb' }],
  ['latency(1000)', { type: 'latency', threshold: 1000 }],
  ['is-json', { type: 'is-json' }],
  ['grade: is polite', { type: 'llm-rubric', value: 'is polite' }],
  ['javascript: output === 1', { type: 'javascript', value: 'javascript: output === 1' }],
  ['file://check.js', { type: 'javascript', value: 'file://check.js' }],
  ['python: len(output) < 5', { type: 'python', value: ' len(output) < 5' }],
])('the check that a cell writes in short: %s', (cell, check) => expect(parseExpectedCell(cell)).toEqual(check));
