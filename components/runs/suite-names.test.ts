import { expect, it } from 'vitest';
import { sharedFolder, suiteName } from './suite-names';

it('suites of a list lose the folder that they all share, and nothing else', () => {
  const keys = ['tests/shop/a.jsonl', 'tests/shop/old/a.jsonl', 'tests/shop/prices.csv#scorer'];
  const folder = sharedFolder(keys);
  expect(keys.map((key) => suiteName(key, folder))).toEqual(['a.jsonl', 'old/a.jsonl', 'prices.csv#scorer']);
  expect(sharedFolder(['tests/a.jsonl', 'message'])).toBe('');
  expect(suiteName('tests-more/a.jsonl', 'tests/')).toBe('tests-more/a.jsonl');
});
