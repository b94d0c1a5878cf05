import { expect, it } from 'vitest';
import { elicitedShare } from './user-facts-text.ts';

const facts = (...states: ('elicited' | 'opening' | 'volunteered' | 'never_asked')[]) => ({
  facts: states.map((state, index) => ({ name: `fact ${index}`, state })),
});

it.each([
  [1, facts('elicited')],
  [0, facts('never_asked', 'volunteered')],
  [0.5, facts('elicited', 'volunteered')],
  [0.5, facts('opening', 'elicited', 'never_asked')],
  [undefined, facts('opening')],
  [undefined, facts()],
  [undefined, undefined],
])('the share of facts elicited is %s, without those of the opening', (share, simulator) => {
  expect(elicitedShare(simulator)).toBe(share);
});
