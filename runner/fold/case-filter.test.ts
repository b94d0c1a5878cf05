import { expect, it } from 'vitest';
import { type FilteredCase, matchesFilter, parseCaseFilter } from './case-filter.ts';

const filteredCase: FilteredCase = {
  texts: ['R-01', undefined, 'Pays a Refund'],
  statuses: ['failed', undefined, 'flaky'],
  tags: ['Shop', 'money'],
  kind: 'dynamic',
  reviews: ['bad'],
  faults: ['infra', 'hint'],
  getSearchableText: () => 'where is my parcel',
};
const bare: FilteredCase = { texts: [], statuses: [], kind: 'standard' };

it.each([
  ['', true, true],
  ['refund', true, false],
  ['R-01 PAYS', true, false],
  ['refund parcel', true, false],
  ['refund nothing', false, false],
  ['!refund', false, true],
  ['!nothing', true, true],
  ['"pays a refund"', true, false],
  ['"refund pays"', false, false],
  ['s:failed', true, false],
  ['status:flaky', true, false],
  ['s:fail', false, false],
  ['!s:failed', false, true],
  ['@shop', true, false],
  ['@sho', false, false],
  ['!@money', false, true],
  ['kind:dynamic', true, false],
  ['kind:standard', false, true],
  ['review:bad', true, false],
  ['review:good', false, false],
  ['review:any', true, false],
  ['review:none', false, true],
  ['f:infra', true, false],
  ['fault:hint', true, false],
  ['fault:infra', true, false],
  ['f:agent', false, false],
  ['s:"failed" @SHOP kind:dynamic f:infra refund', true, false],
  ['unknown:failed', false, false],
])('%s matches the one: %s, and the other: %s', (text, matchesFirst, matchesSecond) => {
  const filter = parseCaseFilter(text);
  expect([matchesFilter(filteredCase, filter), matchesFilter(bare, filter)]).toEqual([matchesFirst, matchesSecond]);
});

it('a term without a text asks for nothing', () => {
  expect(parseCaseFilter('"" s:""')).toEqual([]);
});
