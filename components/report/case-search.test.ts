import { describe, expect, it } from 'vitest';
import type { CaseRow } from '../../runner/fold';
import { caseResult } from '../../runner/testing/finished-run';
import { collectSearchableText, createCaseSearch } from './case-search';

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
const matchesSearch = (text: string): boolean => createCaseSearch(text)(row, () => 'may i have the order id? 88213');

describe('the filter of the HTML report', () => {
  it.each(['', 'r-01', 'money BACK', '"order id"', 'refunds.jsonl', 's:failed', 'status:timeout'])(
    'finds by %j',
    (text) => expect(matchesSearch(text)).toBe(true),
  );

  it.each(['@refund kind:dynamic 88213', '!s:passed', '!@faq', '!"no such words"'])('wants all of %j', (text) =>
    expect(matchesSearch(text)).toBe(true),
  );

  it.each(['s:passed', '@ref', 'kind:standard', 'r-01 r-02', '!88213', '"order  id"'])('misses by %j', (text) =>
    expect(matchesSearch(text)).toBe(false),
  );
});

it('looks through what is shown of a fault, not through its rule', () => {
  const fault = {
    by: 'infra',
    kind: 'rate_limit',
    turn: 2,
    severity: 'critical_hindered',
    confidence: 'certain',
  } as const;
  const words = { rule: 'the service of the agent failed', evidence: 'slow down' };
  const transcript = collectSearchableText(
    caseResult({ status: 'error', fault: { ...fault, ...words }, faults: [{ ...fault, ...words }] }),
  );
  expect(transcript).toContain('rate limit in turn 2');
  expect(transcript).not.toContain('the service of the agent');
  expect(transcript).not.toContain('critical_hindered');
});
