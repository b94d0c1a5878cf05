import { expect, it } from 'vitest';
import { parseMarkdownBlocks } from './markdown-blocks.ts';
import { splitIntoShellLines } from './shell-lines.ts';

it('a command has its words, its variables, its input, its target and its exit code', () => {
  const text =
    'CI=1 echo-less "two words" > a/b.txt   # exits with 2: it is broken\n\necho "Hello" | npx turntree try a.ts\n';
  expect(splitIntoShellLines(text, 7)).toMatchObject([
    { line: 7, words: ['echo-less', 'two words'], variables: { CI: '1' }, target: 'a/b.txt', exitCode: 2, input: '' },
    { line: 9, words: ['npx', 'turntree', 'try', 'a.ts'], input: 'Hello\n', target: undefined, exitCode: 0 },
  ]);
});

it('a backslash continues a command', () => {
  expect(splitIntoShellLines('npx turntree test a.jsonl \\\n  --runs 5\n', 1)).toMatchObject([
    { words: ['npx', 'turntree', 'test', 'a.jsonl', '--runs', '5'] },
  ]);
});

it('a block is saved, added or left out as the paragraph above it says', () => {
  const text =
    'x `y`:\n\n```json\n1\n```\n\nNow save it as `a/b.json`:\n\n```json\n2\n```\n\nAdd to `c.txt`:\n\n```text\n3\n```\n';
  const notRun = '\n<!-- not run: serves until it is stopped -->\n\n```sh\nnpm start\n```\n';
  expect(parseMarkdownBlocks(text + notRun)).toMatchObject([
    { language: 'json', line: 3, text: '1\n', file: undefined },
    { file: 'a/b.json', isAddition: false },
    { file: 'c.txt', isAddition: true },
    { language: 'sh', notRun: 'serves until it is stopped', file: undefined },
  ]);
});
