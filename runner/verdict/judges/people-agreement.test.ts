import { expect, it } from 'vitest';
import { agreementOfPeople } from './people-agreement.ts';

const decide = (reviewer: string, labels: Record<string, string>) =>
  Object.entries(labels).map(([item, label]) => ({ reviewer, item, label }));

it('measures every two people on the items that both decided', () => {
  const pairs = agreementOfPeople([
    ...decide('eve', { d: 'yes' }),
    ...decide('bob', { a: 'yes', b: 'no', c: 'no' }),
    ...decide('ann', { a: 'yes', b: 'yes', c: 'no', d: 'yes' }),
  ]);
  expect(pairs.map(({ people, agreed: { count, of } }) => [...people, count, of])).toEqual([
    ['ann', 'bob', 2, 3],
    ['ann', 'eve', 1, 1],
  ]);
  const [first] = pairs;
  // The Wilson interval of 2 of 3.
  expect(first?.agreed.low).toBeCloseTo(0.208, 3);
  expect(first?.agreed.high).toBeCloseTo(0.939, 3);
});
