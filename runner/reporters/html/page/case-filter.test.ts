import { describe, expect, it } from 'vitest';
import type { PageRow } from '../page-data.ts';
import { createCaseFilter } from './case-filter.ts';

const row: PageRow = {
  suite: 'tests/refunds.jsonl',
  id: 'R-01',
  kind: 'dynamic',
  status: 'failed',
  name: 'Money back',
  tags: ['Refund'],
  turns: 3,
  attempts: [
    { status: 'failed', durationMs: 1 },
    { status: 'timeout', durationMs: 1 },
  ],
  stability: { class: 'highly_unstable', rate: 0 },
};
const found = (text: string): boolean => createCaseFilter(text)(row, () => 'may i have the order id? 88213');

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
