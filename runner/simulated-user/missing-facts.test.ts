import { describe, expect, it } from 'vitest';
import { findAskedFacts } from './asked-facts.ts';
import { findMissingFacts } from './missing-facts.ts';

const noFacts = { facts: [], unknown: [] };
const namesIn = (message: string, names: Parameters<typeof findMissingFacts>[1] = noFacts): string[] =>
  findMissingFacts(message, names).map(({ name }) => name);

const questions: [message: string, ...names: string[]][] = [
  ['What is your order number?', 'order number'],
  ['Order number please', 'order number'],
  ['Please provide your full name, phone number and e-mail address.', 'full name', 'phone number', 'e-mail address'],
  ['To proceed, please share:\n- Order number\n- Shipping postcode', 'order number', 'shipping postcode'],
  ['With pleasure. How many people are you?', 'number of people'],
  ['For which date, and for how many guests?', 'number of guests', 'date'],
  ['When would you like to come?', 'date'],
  ['Which day suits you, and what time works best?', 'day', 'time'],
  ['Why do you want to return it?', 'reason'],
  ['May I have the last four digits of your card?', 'last four digits of card'],
  ["What's your date of birth?", 'date of birth'],
  ['Do you have your booking reference?', 'booking reference'],
  ['Sure, what is the tracking number?', 'tracking number'],
  ['Great, thanks, and which e-mail address did you use?', 'e-mail address'],
  ['No problem: what is your room number?', 'room number'],
  ['What happened on which date, and what is your phone number?', 'date', 'phone number'],
];

describe('what an agent asks for and nobody gave', () => {
  it.each(questions)('is named by the words of the question: %s', (message, ...names) => {
    expect(namesIn(message)).toEqual(names);
  });

  it.each(questions)('has a name that finds the question again: %s', (message, ...names) => {
    const facts = names.map((name) => ({ name, value: 'X1', aliases: [] }));
    expect(findAskedFacts(message, { facts, unknown: [] }).facts).toEqual(facts);
    expect(namesIn(message, { facts, unknown: [] })).toEqual([]);
  });

  it.each([
    'Shall I go ahead and refund it?',
    'Anything else?',
    'What can I do for you?',
    'Please confirm the refund.',
  ])('is nothing when the agent asks for consent or for a goal: %s', (message) => expect(namesIn(message)).toEqual([]));

  it('leaves out what the user knows, in other words too, and what it is known not to know', () => {
    const facts = [{ name: 'e-mail', value: 'a@b.example', aliases: [] }];
    expect(namesIn('What is your email address and your phone number?', { facts, unknown: [] })).toEqual([
      'phone number',
    ]);
    expect(namesIn('What is your email address?', { facts: [], unknown: ['e-mail'] })).toEqual([]);
  });

  it('quotes the sentence that asks', () => {
    expect(findMissingFacts('Hello. What is your order number? Thanks.', noFacts)).toEqual([
      { name: 'order number', question: 'What is your order number?' },
    ]);
  });
});
