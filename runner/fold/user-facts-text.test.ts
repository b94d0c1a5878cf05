import { expect, it } from 'vitest';
import { computeElicitedFactShare, formatUserFacts } from './user-facts-text.ts';

const facts = (...states: ('elicited' | 'asked' | 'opening' | 'volunteered' | 'never_asked')[]) => ({
  facts: states.map((state, index) => ({ name: `fact ${index}`, state })),
});

it.each([
  [1, facts('elicited')],
  [0, facts('never_asked', 'volunteered')],
  [0.5, facts('elicited', 'volunteered')],
  [0.5, facts('opening', 'elicited', 'never_asked')],
  [1, facts('elicited', 'asked')],
  [undefined, facts('opening')],
  [undefined, facts()],
  [undefined, undefined],
])('the share of facts elicited is %s, without those of the opening', (shareText, simulator) => {
  expect(computeElicitedFactShare(simulator)).toBe(shareText);
});

it('names facts that the agent asked for and was not told', () => {
  const simulator = { by: 'rules' as const, ...facts('elicited', 'asked', 'never_asked') };
  expect(formatUserFacts(simulator)).toBe('1 of 3 elicited, 1 asked but not told (fact 1), 1 never asked (fact 2)');
});
