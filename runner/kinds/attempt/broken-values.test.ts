import { expect, it } from 'vitest';
import { standardCase } from '../../testing/case-factory.ts';
import type { Json } from '../../values/index.ts';
import { findBrokenValues } from './broken-values.ts';

function find(
  answer: string,
  { input = 'Where is it?', args, result }: { input?: string; args?: Json; result?: Json } = {},
) {
  const toolCalls = args === undefined ? [] : [{ tool: 'send_email', arguments: args, result }];
  return findBrokenValues({ testCase: standardCase({ input }), inputs: [input], answers: [answer], toolCalls });
}

it.each<[string, string]>([
  ['{"url":"https://track.example/undefined","kg":-1}', 'https://track.example/undefined'],
  ['Hello undefined, welcome!', 'Hello undefined,'],
  ['You owe NaN EUR.', 'owe NaN'],
  ['You owe $NaN.', '$NaN.'],
  ['Your order: [object Object]', 'order: [object Object]'],
])('names a value that is missing in %s', (answer, excerpt) => {
  expect(find(answer)).toEqual([
    `the answer has ${JSON.stringify(excerpt)}, which a program writes for a missing value`,
  ]);
});

it('names a missing value among the arguments of a call', () => {
  expect(find('Done.', { args: { to: 'undefined' } })).toEqual([
    'an argument of send_email has "undefined", which a program writes for a missing value',
  ]);
  expect(find('Done.', { args: { to: null, note: 'null and void' } })).toEqual([]);
  expect(find('Done.', { args: { to: 'null' }, input: 'Write null into it.' })).toEqual([]);
});

it.each([
  'The behaviour is undefined.',
  '{"error":null,"items": null}',
  'Write it to /dev/null.',
  'Use `x: undefined`.',
  'NaN stands for not a number.',
])('names none in %s', (answer) => {
  expect(find(answer)).toEqual([]);
});

it('names no word that the user or a tool wrote', () => {
  expect(find('The link is /undefined.', { input: 'Why does my link end in undefined?' })).toEqual([]);
  expect(find('The link is /undefined.', { args: {}, result: { link: '/undefined' } })).toEqual([]);
});
