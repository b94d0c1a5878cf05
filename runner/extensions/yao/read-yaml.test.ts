import { expect, it } from 'vitest';
import { parseYaml } from './read-yaml.ts';

const DEPTH = 100_000;
const list = '['.repeat(DEPTH) + ']'.repeat(DEPTH);
const object = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;

it.each([
  ['of lists', `a: ${list}`],
  ['of objects', `a: ${object}`],
  ['on one line', `${'- '.repeat(5_000)}a`],
])('refuses what is nested too deep, %s', (_, text) => {
  expect(() => parseYaml(text, 'a.yml')).toThrow(/nested more than 500 levels deep/);
});
