import { expect, it } from 'vitest';
import { measureAgreementOfAll, measureAgreementOfPairs } from './people-agreement.ts';

const decide = (reviewer: string, labels: Record<string, string>) =>
  Object.entries(labels).map(([item, label]) => ({ reviewer, item, label }));

it('measures every two people on the items that both decided', () => {
  const pairs = measureAgreementOfPairs([
    ...decide('eve', { d: 'yes' }),
    ...decide('bob', { a: 'yes', b: 'no', c: 'no' }),
    ...decide('ann', { a: 'yes', b: 'yes', c: 'no', d: 'yes' }),
  ]);
  expect(pairs.map(({ people, agreed: { count, of } }) => [...people, count, of])).toEqual([
    ['ann', 'bob', 2, 3],
    ['ann', 'eve', 1, 1],
  ]);
  const [first] = pairs;
  // The Wilson interval for 2 successes in 3 trials.
  expect(first?.agreed.low).toBeCloseTo(0.208, 3);
  expect(first?.agreed.high).toBeCloseTo(0.939, 3);
});

it('has a kappa for two people, and one alpha for three or more', () => {
  const two = [
    ...decide('ann', { a: 'yes', b: 'yes', c: 'no', d: 'no' }),
    ...decide('bob', { a: 'yes', b: 'no', c: 'no', d: 'no' }),
  ];
  expect(measureAgreementOfPairs(two)[0]?.kappa?.value).toBeCloseTo(0.5, 9);
  expect(measureAgreementOfAll([...two, ...decide('eve', { z: 'yes' })])).toBeUndefined();
  const all = measureAgreementOfAll([...two, ...decide('eve', { a: 'yes', c: 'unsure' })]);
  expect(all).toMatchObject({ people: 3, items: 4 });
  expect(all?.alpha?.value).toBeCloseTo(0.3793, 4);
});

it('has no kappa where both gave everything the same label', () => {
  const same = [...decide('ann', { a: 'yes', b: 'yes' }), ...decide('bob', { a: 'yes', b: 'yes' })];
  expect(measureAgreementOfPairs(same)[0]).toMatchObject({ agreed: { count: 2, of: 2 }, kappa: null });
});
