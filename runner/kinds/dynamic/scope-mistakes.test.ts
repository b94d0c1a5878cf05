import { expect, it } from 'vitest';
import type { Assertion, CheckpointResult, Turn } from '../../contract/index.ts';
import { checkpoint } from '../../testing/case-factory.ts';
import { findViolationsOutsideScope } from './scope-mistakes.ts';

const turns = ['Order?', 'See INC-4471.', 'Bye.'].map(
  (content, index): Turn =>
    ({ turn: index + 1, origin: 'case', input: 'Hi', response: { content, toolCalls: [] } }) as unknown as Turn,
);
const ticket = { type: 'not_contains', value: 'INC-' } as const satisfies Assertion;
const onlyLast = { ...ticket, on: 'last' } as const;
const late = {
  checkpoints: [checkpoint({ id: 'asked' }), checkpoint({ id: 'silent', assert: [ticket], after: ['asked'] })],
};
const results = [{ id: 'silent', reachedAtTurn: 3 } as CheckpointResult];

it.each([
  [
    'the last turn',
    { name: 'shows no ids', assertions: [onlyLast], checkpoints: [] },
    'not_contains INC- is broken in turn 2, but "on": "last" looks only at turn 3; leave out "on" to check every turn',
  ],
  [
    'later turns',
    { name: 'never shows ids', ...late },
    'not_contains INC- is broken in turn 2, but "after" makes checkpoint silent look only at the turns from turn 3 on; leave out "after" to check every turn',
  ],
])('a rule for %s names a turn in which it is broken', (_, testCase, message) => {
  expect(findViolationsOutsideScope({ testCase, results, turns })).toEqual([message]);
});

it.each([
  ['a rule for every turn', { name: 'shows no ids', assertions: [ticket], checkpoints: [] }],
  ['a rule that asks for a text', { name: 'no', assertions: [{ ...onlyLast, negate: true }], checkpoints: [] }],
  ['a name that forbids nothing', { name: 'shows the parcel', assertions: [onlyLast], checkpoints: [] }],
  ['a name that limits the prohibition', { name: 'shows no ids after the refund', ...late }],
])('%s is not reported', (_, testCase) => {
  expect(findViolationsOutsideScope({ testCase, results, turns })).toEqual([]);
});

it('a rule that holds in every turn is not reported', () => {
  const secret = { ...onlyLast, value: 'secret' };
  const testCase = { name: 'tells no secret', assertions: [secret], checkpoints: [] };
  expect(findViolationsOutsideScope({ testCase, results, turns })).toEqual([]);
});
