import { describe, expect, it } from 'vitest';
import type { UserContract, UserTrait } from './contract.ts';
import { createRuleBasedUser } from './rule-based-user.ts';

function contract(fields: Partial<UserContract> = {}): UserContract {
  return {
    goals: ['get a refund for the lamp'],
    facts: [
      { name: 'order number', value: 'W2378156', aliases: [] },
      { name: 'e-mail', value: 'a@b.example', aliases: [] },
    ],
    unknown: ['loyalty number'],
    traits: [],
    giveUp: 2,
    language: 'en',
    ...fields,
  };
}

type AgentSays = string | { text: string; calls: number };

/** Returns the user's reply to each message of the agent; `END` marks the end of the conversation with its reason. */
function userMessages(agent: readonly AgentSays[], fields: Partial<UserContract> = {}): string[] {
  const user = createRuleBasedUser(contract(fields));
  const moves = [...(fields.input === undefined ? [user.open()] : [])];
  for (const turn of agent) {
    if (moves.at(-1)?.end !== undefined) break;
    moves.push(user.reply(typeof turn === 'string' ? { text: turn, calls: 0 } : turn));
  }
  return moves.flatMap(({ message, end }) => [
    ...(message === '' ? [] : [message]),
    ...(end === undefined ? [] : [`END ${end}`]),
  ]);
}

function reply(text: string, fields: Partial<UserContract> = {}): string {
  return userMessages([text], { input: 'Hello', ...fields }).join(' | ');
}

describe('the first message', () => {
  it.each([
    ['get a refund for the lamp', 'I want to get a refund for the lamp'],
    ['to get a refund', 'I want to get a refund'],
    ['I need a refund for order W1.', 'I need a refund for order W1.'],
    ['Where is my parcel?', 'Where is my parcel?'],
    ['a refund', 'a refund'],
  ])('of the goal %s', (goal, message) => {
    expect(userMessages([], { goals: [goal] })).toEqual([message]);
  });

  it('is the goal as written from a terse user', () => {
    expect(userMessages([], { traits: ['terse'] })).toEqual(['get a refund for the lamp']);
  });

  it('volunteers facts by seed', () => {
    const openings = [1, 2, 3, 4, 5, 6, 7, 8].map(
      (seed) => userMessages([], { traits: ['volunteers'], seed })[0] ?? '',
    );
    expect(openings.some((message) => message.includes('W2378156'))).toBe(true);
    expect(openings.some((message) => !message.includes('W2378156'))).toBe(true);
    expect(openings).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => userMessages([], { traits: ['volunteers'], seed })[0]),
    );
  });
});

describe('the answer to', () => {
  it.each([
    ['a question for a fact', 'What is your order number?', 'The order number is W2378156'],
    [
      'a question for two facts',
      'Please share your order number and e-mail.',
      'The order number is W2378156 and the e-mail is a@b.example',
    ],
    ['a question for something unknown', 'What is your loyalty number?', "I don't know the loyalty number"],
    [
      'a question for both',
      'Your order number and your loyalty number?',
      "The order number is W2378156 and I don't know the loyalty number",
    ],
    ['a question for something in neither list', 'What colour is the lamp?', "I don't know."],
    ['a value that is read back', 'So your order number is W2378156, correct?', 'Yes.'],
    ['a wrong value that is read back', 'Is your order number W9999999?', 'The order number is W2378156'],
    ['a check without a value', 'Is this correct?', 'Yes.'],
    ['a question with yes or no', 'Shall I refund it to your card?', 'Yes, please.'],
    ['a request for consent', 'Please confirm that I may go ahead.', 'Yes, please.'],
    ['a choice that offers the goal', 'Would you like a refund or an exchange?', 'I want to get a refund for the lamp'],
    ['a question for the goal', 'How can I help you?', 'I want to get a refund for the lamp'],
    ['a refusal', "I'm sorry, but I can't refund this lamp.", 'END refused'],
    ['a closing question', 'Is there anything else I can help you with?', 'No, that is all. | END goal_achieved'],
    ['a statement', 'Hello.', 'I want to get a refund for the lamp'],
  ])('%s', (_, text, expected) => {
    expect(reply(text)).toBe(expected);
  });

  it.each([
    ['What is your order number?', 'W2378156'],
    ['Please share your order number and e-mail.', 'W2378156, a@b.example'],
    ['What is your loyalty number?', "I don't know"],
  ])('%s from a terse user', (text, expected) => {
    expect(reply(text, { traits: ['terse'] })).toBe(expected);
  });

  it('a told value that is read back wrong without its name', () => {
    expect(userMessages(['What is your order number?', 'W2378157, right?']).at(-1)).toBe(
      'No, the order number is W2378156',
    );
  });

  it.each(['B-77', 'b-12'])('a short value that is read back right: %s', (value) => {
    const facts = [{ name: 'booking number', value, aliases: [] }];
    const messages = userMessages(['What is your booking number?', `Shall I cancel booking ${value}?`], { facts });
    expect(messages.at(-1)).toBe('Yes, please.');
  });
});

describe('the end', () => {
  const done = { text: 'I have refunded the lamp.', calls: 1 };

  it('comes when the goal is done', () => {
    expect(userMessages([done]).slice(1)).toEqual(['END goal_achieved']);
  });

  it('comes after the goal was said twice to an agent that calls nothing', () => {
    expect(userMessages(['Certainly.', 'Certainly.'])).toEqual([
      'I want to get a refund for the lamp',
      'I want to get a refund for the lamp',
      'END goal_achieved',
    ]);
  });

  it('comes after the last goal', () => {
    const goals = ['get a refund for the lamp', 'cancel order 1234'];
    expect(userMessages([done, done], { goals }).slice(1)).toEqual([
      'I want to cancel order 1234',
      'END goal_achieved',
    ]);
  });

  it('comes after the goal that follows a closing question', () => {
    const goals = ['get a refund for the lamp', 'cancel order 1234'];
    const closing = { text: 'Anything else?', calls: 1 };
    expect(userMessages([closing, closing], { goals }).slice(1)).toEqual([
      'I want to cancel order 1234',
      'No, that is all.',
      'END goal_achieved',
    ]);
  });

  const refusal = 'Unfortunately, that is not possible.';
  it.each<[string, UserTrait[], number, string[]]>([
    ['at the next goal', [], 2, ['I want to cancel order 1234', 'END refused']],
    ['at once where one refusal is enough', [], 1, ['END refused']],
    ['after pushing back', ['push_back'], 2, ["I don't agree. Please check again.", 'END refused']],
    [
      'at the next goal after pushing back',
      ['push_back'],
      3,
      ["I don't agree. Please check again.", 'I want to cancel order 1234', 'END refused'],
    ],
  ])('comes after refusals: %s', (_, traits, giveUp, expected) => {
    const goals = ['get a refund for the lamp', 'cancel order 1234'];
    expect(userMessages([refusal, refusal, refusal], { goals, traits, giveUp }).slice(1)).toEqual(expected);
  });

  it.each(['Your refund was issued. This cannot be undone.', 'I have cancelled it and I cannot thank you enough.'])(
    'is no refusal: %s',
    (text) => {
      expect(userMessages([{ text, calls: 1 }]).at(-1)).toBe('END goal_achieved');
    },
  );
});

it('tells a fact only after a question for it, whatever the agent says', () => {
  const words = [
    'order',
    'number',
    'e-mail',
    'please',
    'what',
    'is',
    'your',
    'never',
    'share',
    'the',
    'lamp',
    'refund',
  ];
  const marks = ['?', '.', '', ', thanks.', '\n- order number'];
  for (let seed = 1; seed <= 2000; seed += 1) {
    let state = seed * 7919;
    const pickOne = (from: readonly string[]): string => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return from[Math.floor((state / 2147483648) * from.length)] ?? '';
    };
    const user = createRuleBasedUser(contract());
    let message = user.open().message;
    const userTexts: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const agent = `${Array.from({ length: 6 }, () => pickOne(words)).join(' ')}${pickOne(marks)}`;
      if (message.includes('W2378156')) expect(userTexts.join(' ')).toMatch(/order|number/);
      if (message.includes('a@b.example')) expect(userTexts.join(' ')).toMatch(/mail/);
      if (userTexts.every((text) => !/[?]|please|what|share/.test(text))) {
        expect(message).not.toMatch(/W2378156|a@b\.example/);
      }
      userTexts.push(agent);
      const move = user.reply({ text: agent, calls: 0 });
      if (move.end !== undefined) break;
      message = move.message;
    }
  }
});
