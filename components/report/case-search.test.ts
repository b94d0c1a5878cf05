import { describe, expect, it } from 'vitest';
import type { CaseRow } from '../../runner/fold';
import { createCaseSearch } from './case-search';

const row: CaseRow = {
  suiteKey: 'tests/refunds.jsonl',
  id: 'R-01',
  kind: 'dynamic',
  hash: '',
  name: 'Money back',
  tags: ['Refund'],
  attempts: [
    { attempt: 1, status: 'failed', turns: 3 },
    { attempt: 2, status: 'timeout', turns: 3 },
  ],
};
const found = (text: string): boolean => createCaseSearch(text)(row, () => 'may i have the order id? 88213');

describe('the filter of the HTML report', () => {
  it.each(['', 'r-01', 'money BACK', '"order id"', 'refunds.jsonl', 's:failed', 'status:timeout', 's:highly_unstable'])(
    'finds by %j',
    (text) => expect(found(text)).toBe(true),
  );

  it.each(['@refund kind:dynamic 88213', '!s:passed', '!@faq', '!"no such words"'])('wants all of %j', (text) =>
    expect(found(text)).toBe(true),
  );

  it.each(['s:passed', '@ref', 'kind:standard', 'r-01 r-02', '!88213', '"order  id"'])('misses by %j', (text) =>
    expect(found(text)).toBe(false),
  );
});
