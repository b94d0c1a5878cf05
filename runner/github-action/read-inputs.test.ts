import { expect, it } from 'vitest';
import { readInputs, splitWords } from './read-inputs.ts';

it.each([
  ['', []],
  ['tests  --runs 3', ['tests', '--runs', '3']],
  ['tests\n--runs 3\n', ['tests', '--runs', '3']],
  [`--message "it's me" ''`, ['--message', "it's me", '']],
  [`a"b c"'d' $HOME *.jsonl;rm`, ['ab cd', '$HOME', '*.jsonl;rm']],
])('splits %j', (line, words) => {
  expect(splitWords(line)).toEqual(words);
});

it('refuses a quote that is not closed', () => {
  expect(() => splitWords('tests "open')).toThrow('a quote (") is not closed in: tests "open');
});

it('has a default for every input', () => {
  expect(readInputs({ variables: { NODE_ENV: 'test' } })).toEqual({
    args: [],
    folder: '.',
    version: '',
    name: 'turntree-report',
    token: '',
    comments: true,
    baseline: 'auto',
  });
});
