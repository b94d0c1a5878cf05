import { expect, test } from 'vitest';
import type { UserContract } from './contract.ts';
import { createUserMessageGuard, type DraftToCheck, type UserMessageRule } from './guard.ts';

const contract: UserContract = {
  goals: ['get a refund for the lamp, at least 59.90 euros'],
  facts: [
    { name: 'order number', value: 'W2378156', aliases: [] },
    { name: 'e-mail', value: 'lisa@shop.example', aliases: [] },
    { name: 'date of purchase', value: '2026-05-14', aliases: [] },
    { name: 'address', value: '12 Elm Street, Springfield 62704', aliases: [] },
    { name: 'city', value: 'Springfield', aliases: [] },
  ],
  unknown: ['phone'],
  persona: 'Lisa, who is in a hurry',
  traits: [],
  giveUp: 2,
  language: 'en',
};

type Scene = Partial<DraftToCheck> & {
  agent?: string;
  before?: string;
  agentBefore?: string;
  asked?: string[];
  with?: Partial<UserContract>;
};

function rulesBroken(message: string, scene: Scene = {}): UserMessageRule[] {
  const { agent, before, agentBefore, asked = [], with: changes, ...draft } = scene;
  const guard = createUserMessageGuard({ ...contract, ...changes });
  if (agentBefore !== undefined) guard.addAgentMessage(agentBefore);
  if (before !== undefined) guard.addUserMessage(before);
  guard.addAgentMessage(agent ?? 'I can look into that.');
  return guard
    .check({ ends: false, hasOpenGoal: true, tellable: new Set(asked), message, ...draft })
    .map(({ rule }) => rule);
}

test.each<[string, string, Scene?]>([
  ['a request', 'I would like my money back for the lamp.'],
  ['a fact that was asked for', 'W2378156', { asked: ['order number'] }],
  ['the same in another form', "It's w 2378156", { asked: ['order number'] }],
  ['a part of it', 'It ends in 8156', { asked: ['order number'] }],
  ['a value of the goal', 'I want the 59.90 back'],
  ['a value of the goal in another form', 'I want my $59.9 back'],
  ['a small number', 'I waited 5 minutes, twice'],
  ['an option that the agent offered', 'The 14:30 one, please', { agent: 'I have 9:00 and 14:30. Which one?' }],
  ['a time in another form', 'At 2:30 pm', { agent: 'I have 9:00 and 14:30. Which one?' }],
  ['a date in another form', 'On May 14th', { asked: ['date of purchase'] }],
  ['a number in digits', 'The 25 days one', { agent: 'I can offer twenty days or 25 days.' }],
  ['a fact inside a fact that was asked for', '12 Elm Street, Springfield 62704', { asked: ['address'] }],
  ['a fact that the agent said', 'Yes, W2378156', { agent: 'I see order W2378156. Is that it?' }],
  ['two sentences under terse', 'The lamp. It broke.', { with: { traits: ['terse'] } }],
  ['the end after a statement', '', { ends: true, hasOpenGoal: false, agent: 'Your refund is on its way.' }],
  [
    'the end after a closing question',
    'No, that is all.',
    { ends: true, hasOpenGoal: false, agent: 'Done. Anything else?' },
  ],
  ['a short answer twice', 'Yes, please.', { agentBefore: 'Shall I?', before: 'Yes, please.', agent: 'To your card?' }],
  [
    'the same answer to the same question',
    'I bought it in your shop in spring',
    {
      agentBefore: 'Where did you buy it?',
      before: 'I bought it in your shop in spring',
      agent: 'Where did you buy it?',
    },
  ],
  ['a foreign name', 'The lamp is from Καλημέρα and I want my money back'],
  ['Latin values in another language', 'lisa@shop.example', { asked: ['e-mail'], with: { language: 'ja' } }],
  ['goals, if the agent speaks of them', 'My goal is to lose weight', { agent: 'What is your fitness goal?' }],
  ['"let me" of a user', 'Let me think about it'],
])('keeps the contract: %s', (_, message, scene) => {
  expect(rulesBroken(message, scene)).toEqual([]);
});

test.each<[UserMessageRule, string, string, Scene?]>([
  ['empty', 'no text', ' '],
  ['told_early', 'an identifier', 'My order is W2378156 and it broke'],
  ['told_early', 'an identifier with spaces', 'My order is w-2378 156'],
  ['told_early', 'a date in another form', 'I bought it on 14 May'],
  ['told_early', 'a word', 'I live in Springfield'],
  ['invented', 'an identifier', 'My customer number is KX-4711-B'],
  ['invented', 'an identifier that contains a known one', 'It is W23781569', { asked: ['order number'] }],
  ['invented', 'a number', 'I want 80 euros back'],
  ['invented', 'a date', 'I need it by June 3rd'],
  ['invented', 'an address', 'Write to lisa.b@shop.example'],
  ['invented', 'a time that nobody offered', 'At 15:45, please', { agent: 'I have 9:00 and 14:30. Which one?' }],
  ['invented', 'what it does not know', 'My phone is 555-0199-22', { agent: 'What is your phone number?' }],
  ['too_long', 'three sentences under terse', 'The lamp. It broke. I am sad.', { with: { traits: ['terse'] } }],
  ['assistant_words', 'an offer', 'How can I help you today?'],
  ['assistant_words', 'a look', 'Let me check that for you.'],
  ['assistant_words', 'a report', 'Your refund has been processed.'],
  ['meta_words', 'a model', 'As an AI, I have no lamp.'],
  ['meta_words', 'the goal', 'My goal is to get a refund.'],
  ['meta_words', 'a stop token', 'Thanks! ###STOP###'],
  ['meta_words', 'the JSON itself', '{"move": "tell", "message": "hello"}'],
  [
    'repeats',
    'the same answer to another question',
    'I would like my money back',
    { agentBefore: 'What do you need?', before: 'I would like my money back', agent: 'Which color is the lamp?' },
  ],
  ['other_script', 'beside an address', 'Верните деньги lisa@shop.example', { asked: ['e-mail'] }],
  ['other_script', 'another language', 'Верните мне деньги, пожалуйста'],
  ['other_script', 'English in Russian', 'I want my money back', { with: { language: 'ru' } }],
  ['ends_on_question', 'no answer', '', { ends: true, hasOpenGoal: false, agent: 'Which account shall I use?' }],
  ['ends_early', 'an open goal', 'Bye', { ends: true }],
  ['ends_early', 'no word of the agent', 'Bye', { ends: true, hasOpenGoal: false, agent: '' }],
])('breaks %s: %s', (rule, _, message, scene) => {
  expect(rulesBroken(message, scene)).toContain(rule);
});

test('names the words that break the contract', () => {
  const guard = createUserMessageGuard(contract);
  guard.addAgentMessage('I can look into that.');
  const message = 'My order is W2378156';
  expect(guard.check({ message, ends: false, hasOpenGoal: true, tellable: new Set() })).toEqual([
    {
      rule: 'told_early',
      quote: 'W2378156',
      reason: 'it tells the order number, which the assistant has not asked for',
    },
  ]);
});

test('does not look for facts told early in a language whose questions it cannot read', () => {
  const german = { language: 'de', facts: [{ name: 'Bestellnummer', value: 'W2378156', aliases: [] }] };
  expect(rulesBroken('Die Bestellung W2378156 kam kaputt an', { with: german })).toEqual([]);
  const withAlias = { ...german, facts: [{ name: 'Bestellnummer', value: 'W2378156', aliases: ['Nummer'] }] };
  expect(rulesBroken('Die Bestellung W2378156 kam kaputt an', { with: withAlias })).toEqual(['told_early']);
});
