import { expect, it } from 'vitest';
import { findSharedFolder, shortSuiteName } from './suite-names';

it('suites of a list lose the folder that they all share, and nothing else', () => {
  const keys = ['tests/shop/a.jsonl', 'tests/shop/old/a.jsonl', 'tests/shop/prices.csv#scorer'];
  const folder = findSharedFolder(keys);
  expect(keys.map((key) => shortSuiteName(key, folder))).toEqual(['a.jsonl', 'old/a.jsonl', 'prices.csv#scorer']);
  expect(findSharedFolder(['tests/a.jsonl', 'message'])).toBe('');
  expect(shortSuiteName('tests-more/a.jsonl', 'tests/')).toBe('tests-more/a.jsonl');
});
