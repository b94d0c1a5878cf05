import { describe, expect, it } from 'vitest';
import { createUserFromScenario } from './user-from-scenario.ts';

const none = { instructions: '', fallback: 'the kettle' };
const user = (parts: Partial<Parameters<typeof createUserFromScenario>[0]>) =>
  createUserFromScenario({ ...none, ...parts });

describe('facts', () => {
  it.each([
    ['You are Ann Lee.\nYour user id is ann_lee_12.', { name: 'Ann Lee', 'user id': 'ann_lee_12' }],
    ['You are ann_lee_12.', { 'user id': 'ann_lee_12' }],
    [
      'Your user id is: ann_lee_12.\n\nYour confirmation number is JMO1MG.',
      {
        'user id': 'ann_lee_12',
        'confirmation number': 'JMO1MG',
      },
    ],
    ['Your name is Ann Lee and your zip code is 19122.', { name: 'Ann Lee', 'zip code': '19122' }],
    ['You are Ann Lee with phone number 555-0102.', { name: 'Ann Lee', 'phone number': '555-0102' }],
    ['Your email is ann.lee@shop.example.', { email: 'ann.lee@shop.example' }],
    ['You are Ann Lee in zip code 19122.', { name: 'Ann Lee', 'zip code': '19122' }],
    ['You are ann_lee_12 (ann@shop.example). .', { 'user id': 'ann_lee_12', email: 'ann@shop.example' }],
    ['The reservation number is PEP4E0', { 'reservation number': 'PEP4E0' }],
  ])('%j', (instructions, facts) => {
    expect(user({ instructions })).toEqual({ simulator: { goal: 'the kettle', facts }, hasModelInstructions: false });
  });

  it('leaves a description to the persona', () => {
    const instructions = 'Your birthday is in your profile so you do not tell it.';
    expect(user({ instructions })).toEqual({
      simulator: { goal: 'the kettle', persona: instructions },
      hasModelInstructions: true,
    });
  });

  it('takes one of two facts that an agent would ask for with the same words', () => {
    const { simulator } = user({ instructions: 'Your email is a@b.example. Your e-mail is c@d.example.' });
    expect(simulator).toMatchObject({ facts: { email: 'a@b.example' }, persona: 'Your e-mail is c@d.example.' });
  });

  it('keeps the other half of a sentence', () => {
    expect(user({ instructions: 'You are in a hurry, your zip code is 19122.' }).simulator).toMatchObject({
      facts: { 'zip code': '19122' },
      persona: 'You are in a hurry',
    });
  });
});

it.each([
  ['You do not know the cabin for the flight.', ['cabin for the flight']],
  ["You don't remember your email address", ['email address']],
])('what the user does not know: %j', (instructions, unknown) => {
  expect(user({ instructions }).simulator).toEqual({ goal: 'the kettle', unknown });
});

describe('goals', () => {
  it.each([
    ['You want to cancel reservation EHGLP3.', 'cancel reservation EHGLP3'],
    ['Return the kettle.', 'Return the kettle.'],
    [
      "You think that you've added insurance to your flight. You're late, and an agent told you to call.",
      "I think that I've added insurance to my flight. I'm late, and an agent told me to call.",
    ],
    [
      'You are contacting them to complain. You were told yours is lost.',
      'I am contacting them to complain. I was told mine is lost.',
    ],
  ])('of a wish in the second person: %j', (wish, goal) => {
    expect(user({ wish }).simulator).toEqual({ goal });
  });

  it('leaves directions to the persona, and other people alone', () => {
    const wish = 'You have a lot of things you need. Everyone else has their insurance. If asked to confirm, say no.';
    expect(user({ wish }).simulator).toEqual({
      goal: 'I have a lot of things I need. Everyone else has their insurance.',
      persona: 'If asked to confirm, say no.',
    });
  });

  it('are read from a plan, one by one', () => {
    const instructions =
      'First, you want to book a flight to Oslo. You prefer mornings. Once booked, your next goal is to rent a car.';
    expect(user({ instructions })).toEqual({
      simulator: { goal: ['book a flight to Oslo', 'rent a car'], persona: 'You prefer mornings.' },
      hasModelInstructions: true,
    });
  });

  it('are not what the user does not want', () => {
    const instructions = 'You do not want to fly before 11am.';
    expect(user({ instructions }).simulator).toEqual({ goal: 'the kettle', persona: instructions });
  });

  it('of a description in the third person', () => {
    const instructions = 'The user wants to change their password.';
    expect(user({ instructions }).simulator).toEqual({ goal: 'change my password' });
  });
});

it('adds what no field takes to the persona', () => {
  expect(user({ persona: 'An angry customer', instructions: 'Do not accept no.' })).toEqual({
    simulator: { goal: 'the kettle', persona: 'An angry customer Do not accept no.' },
    hasModelInstructions: true,
  });
});
