import { describe, expect, it } from 'vitest';
import { parseSuiteKey, toTableSuiteKey } from './suites.ts';

describe('the key of a suite', () => {
  it('says the file, and in a table the rows', () => {
    expect(parseSuiteKey(toTableSuiteKey('tests/a#b.csv', 'agent:x#y'))).toEqual({
      file: 'tests/a#b.csv',
      scorer: 'agent:x#y',
    });
    expect(parseSuiteKey('tests/a#b.jsonl')).toEqual({ file: 'tests/a#b.jsonl' });
    expect(parseSuiteKey('tests/cases.csv')).toEqual({ file: 'tests/cases.csv' });
  });
});
