import { expect, it } from 'vitest';
import { findFactsInGoal } from './facts-in-goal.ts';

it.each<[goal: string, facts: object]>([
  ['get a refund for order W2378156', { order: 'W2378156' }],
  ['get a refund, order number W2378156', { 'order number': 'W2378156' }],
  ['cancel booking #AB-1234 on 2026-05-01', { booking: 'AB-1234', date: '2026-05-01' }],
  ['book a table for 4 people at 19:30', { 'number of people': '4', time: '19:30' }],
  ['change the e-mail to a@b.example.', { 'e-mail': 'a@b.example' }],
  ['find out when you open', {}],
])('a goal names facts: %s', (goal, facts) => {
  expect(findFactsInGoal(goal)).toEqual(facts);
});
