import { expect, it } from 'vitest';
import { parseInputs, splitWords } from './read-inputs.ts';

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
  expect(parseInputs({ variables: { NODE_ENV: 'test' } })).toEqual({
    args: [],
    folder: '.',
    version: '',
    name: 'turntree-report',
    token: '',
    comments: true,
    baseline: 'auto',
    site: undefined,
  });
});

it('takes the address of a published report folder, and refuses what is none', () => {
  const site = (text: string) => parseInputs({ variables: { NODE_ENV: 'test', INPUT_SITE: text } }).site;
  expect(site('https://a.example/agents')).toBe('https://a.example/agents/');
  expect(site('https://a.example/(x)/')).toBe('https://a.example/%28x%29/');
  for (const text of ['agents/', 'javascript:alert(1)', 'https://a.example/?x']) {
    expect(() => site(text)).toThrow('site: write the URL of a folder');
  }
});
