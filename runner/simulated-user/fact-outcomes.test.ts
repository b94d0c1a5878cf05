import { expect, it } from 'vitest';
import type { UserContract } from './contract.ts';
import { listFactOutcomes } from './fact-outcomes.ts';

const contract: UserContract = {
  goals: ['get a refund for order W2378156'],
  facts: [
    { name: 'order number', value: 'W2378156', aliases: [] },
    { name: 'e-mail', value: 'a@b.example', aliases: [] },
    { name: 'phone', value: '555 010 9999', aliases: [] },
    { name: 'guests', value: '2', aliases: [] },
    { name: 'address', value: '12 Main Street', aliases: [] },
  ],
  unknown: [],
  traits: [],
  giveUp: 2,
  language: 'en',
};

it('says of each fact how it came up', () => {
  const turns = [
    { turn: 1, user: 'I want a refund for order W2378156, 555 010 9999', agent: 'What is your e-mail?' },
    { turn: 2, user: 'a@b.example', agent: 'And your phone? How many guests?' },
    { turn: 3, user: '555 010 9999, two', agent: 'Done.' },
  ];
  expect(listFactOutcomes(contract, turns)).toEqual([
    { name: 'order number', state: 'opening', toldAtTurn: 1 },
    { name: 'e-mail', state: 'elicited', askedAtTurn: 1, toldAtTurn: 2 },
    { name: 'phone', state: 'volunteered', askedAtTurn: 2, toldAtTurn: 1 },
    { name: 'guests', state: 'elicited', askedAtTurn: 2, toldAtTurn: 3 },
    { name: 'address', state: 'never_asked' },
  ]);
});

it('tells a fact that was only asked for from one that was told then', () => {
  const turns = [
    { turn: 1, user: 'hello', agent: 'What are your e-mail and your phone?' },
    { turn: 2, user: '555 010 9999', agent: 'Thank you.' },
  ];
  expect(listFactOutcomes(contract, turns).slice(1, 3)).toEqual([
    { name: 'e-mail', state: 'asked', askedAtTurn: 1 },
    { name: 'phone', state: 'elicited', askedAtTurn: 1, toldAtTurn: 2 },
  ]);
});

it('counts a value that the agent reads back as asked for', () => {
  const turns = [{ turn: 1, user: 'hello', agent: 'Is your e-mail a@b.example?' }];
  expect(listFactOutcomes(contract, turns)[1]).toEqual({ name: 'e-mail', state: 'asked', askedAtTurn: 1 });
});
