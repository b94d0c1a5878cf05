import { expect, it } from 'vitest';
import type { Assertion } from '../../contract/index.ts';
import type { Json } from '../../values/index.ts';
import { findUnreadItems } from './unread-items.ts';

const lamp: Assertion = { type: 'json_path', path: '$.items[0].sku', value: 'LAMP-1' };
const basket = { items: [{ sku: 'LAMP-1' }, { sku: 'INSURANCE' }] };
const onlyLamp = 'puts a lamp, and only that, into the basket';

function find(name: string | undefined, rules: readonly Assertion[], answer: Json): string[] {
  return findUnreadItems({ testCase: { name }, rules, answers: [`Here it is: ${JSON.stringify(answer)}`] });
}

it('an item that nothing reads is named if the case is about the only item', () => {
  expect(find(onlyLamp, [lamp], basket)).toEqual([
    '$.items has 2 items, and the rules read only index 0, but not {"sku":"INSURANCE"}; a rule on $.items[*] reads all',
  ]);
});

const euro: Assertion = { type: 'json_path', path: '$.offers[0].currency', value: 'EUR' };
const offers = (...currencies: Json[]) => ({ offers: currencies.map((currency) => ({ currency })) });

it.each<[string, Json]>([
  ['every offer has a currency', offers('EUR', null)],
  ['each offer is in EUR', offers('EUR', 'EUR', 'USD')],
])('an item that does not fulfil "%s" is named', (name, answer) => {
  expect(find(name, [euro], answer)).toHaveLength(1);
});

it.each<[string, string[]]>([
  ['a list of one item', find(onlyLamp, [lamp], { items: [{ sku: 'LAMP-1' }] })],
  ['a name about the first item', find('lists the lamp first', [lamp], basket)],
  ['a case without a name', find(undefined, [lamp], basket)],
  ['a name with a condition', find('shows the lamp only after a search', [lamp], basket)],
  ['a name about something else', find('answers only JSON', [lamp], basket)],
  ['a rule on all items', find(onlyLamp, [lamp, { ...lamp, path: '$.items[*].sku', value: ['LAMP-1'] }], basket)],
  ['a rule on the list', find(onlyLamp, [lamp, { ...lamp, path: '$.items', value: [] }], basket)],
  ['a function that may read the list', find(onlyLamp, [lamp, { type: 'script', script: 'scripts.a.B' }], basket)],
  ['rules on each item', find(onlyLamp, [lamp, { ...lamp, path: '$.items[1].sku' }], basket)],
  ['items that fulfil the name', find('each offer is in EUR', [euro], offers('EUR', 'EUR'))],
  ['a value that the name does not have', find('every offer has a currency', [euro], offers('EUR', 'USD'))],
])('%s is not named', (_, found) => {
  expect(found).toEqual([]);
});
