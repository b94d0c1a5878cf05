import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { UserContract } from './contract.ts';
import { createUserMessageGuard } from './guard.ts';
import { isValueStatedIn } from './is-value-stated.ts';
import { createModelPlayedUser, SimulatedUserError, type UserPromptMessage } from './model-user.ts';
import type { UserMove } from './rule-based-user.ts';
import { isVolunteered } from './traits.ts';
import type { UserReply } from './user-reply.ts';

const contract: UserContract = {
  goals: ['get a refund for the lamp'],
  facts: [
    { name: 'order number', value: 'W2378156', aliases: [] },
    { name: 'e-mail', value: 'lisa@shop.example', aliases: [] },
    { name: 'date of purchase', value: '2026-05-14', aliases: [] },
  ],
  unknown: ['phone'],
  traits: [],
  giveUp: 2,
  language: 'en',
};

function reply(message: string, fields: Partial<UserReply> = {}): string {
  return JSON.stringify({ asks_for: [], move: 'tell', message, goals: ['open'], ...fields });
}

const end: Partial<UserReply> = { move: 'end', goals: ['done'] };

/** Creates a user whose model gives these answers in order, and then repeats the last one. */
function userWith(answers: readonly string[], changes: Partial<UserContract> = {}) {
  const requests: UserPromptMessage[][] = [];
  const user = createModelPlayedUser({ ...contract, ...changes }, (messages) => {
    requests.push(structuredClone(messages));
    return Promise.resolve(answers[Math.min(requests.length, answers.length) - 1] ?? '');
  });
  return { user, requests, rules: () => user.breaches().map(({ rule }) => rule) };
}

test('a good user talks to its end without a breach', async () => {
  const { user, requests } = userWith([
    reply('I want my money back for a lamp'),
    reply("It's W2378156", { asks_for: [{ fact: 'order number', quote: 'What is your order number?' }] }),
    reply('lisa@shop.example, and I have no phone number'),
    reply('', end),
  ]);
  expect(await user.next()).toEqual({ message: 'I want my money back for a lamp' });
  expect(await user.next('What is your order number?')).toEqual({ message: "It's W2378156" });
  expect(await user.next('Thanks. Please give me your e-mail and your phone number.')).toEqual({
    message: 'lisa@shop.example, and I have no phone number',
  });
  expect(await user.next('Your refund is on its way.')).toEqual({ message: '', end: 'goal_achieved', goals: ['done'] });
  expect(user.breaches()).toEqual([]);
  expect(requests).toHaveLength(4);
  expect(user.asked()).toEqual([
    { name: 'order number', turn: 1, by: 'matcher' },
    { name: 'e-mail', turn: 2, by: 'matcher' },
  ]);
});

const start = reply('I want my money back for a lamp');

/** Bad models, each with its answers, the agent's messages, and the rule that its last answer breaks. */
const badUsers: [name: string, answers: string[], agent: (string | undefined)[], rule: string][] = [
  ['tells early', [start, reply('My order is W2378156')], [undefined, 'I can look into that.'], 'told_early'],
  [
    'tells all',
    [start, reply('W2378156, lisa@shop.example, bought on 14 May')],
    [undefined, 'What is your order number?'],
    'told_early',
  ],
  ['invents', [start, reply('It is 0815-4711')], [undefined, 'What is your phone number?'], 'invented'],
  ['plays the assistant', [start, reply('Let me check that for you.')], [undefined, 'One moment.'], 'assistant_words'],
  ['ends on a question', [start, reply('', end)], [undefined, 'Which card shall I use?'], 'ends_on_question'],
  ['ends at once', [reply('', end)], [undefined], 'ends_early'],
  ['ends at once with all goals done', [reply('Hello', { goals: ['done'] })], [undefined], 'ends_early'],
  ['repeats', [start, start], [undefined, 'In which shop did you buy it?'], 'repeats'],
  ['writes another script', [reply('Верните мне деньги за лампу')], [undefined], 'other_script'],
  ['says meta words', [reply('As an AI, my goal is to get a refund')], [undefined], 'meta_words'],
  ['says nothing', [reply('')], [undefined], 'empty'],
  ['is not JSON', ['I want my money back'], [undefined], 'unreadable'],
];

test.each(badUsers)('a user that %s is caught, and nothing of it is sent', async (_, answers, agent, rule) => {
  const { user, requests, rules } = userWith(answers);
  for (const message of agent.slice(0, -1)) await user.next(message);
  await expect(user.next(agent.at(-1))).rejects.toThrow(SimulatedUserError);
  expect(new Set(rules())).toContain(rule);
  expect(requests).toHaveLength(agent.length - 1 + 3);
});

test('a user that goes on after its goals are done ends with the conversation', async () => {
  const { user, requests } = userWith([start, reply('Great!', { goals: ['done'] })]);
  await user.next();
  expect(await user.next('Your refund is on its way. Shall I send a receipt?')).toEqual({
    message: 'Great!',
    goals: ['done'],
  });
  expect(await user.next('Here it is. Anything else?')).toEqual({
    message: 'No, that is all.',
    end: 'goal_achieved',
    goals: ['done'],
  });
  expect(requests).toHaveLength(2);
});

test('a user whose goals are done ends when its answer is not asked for', async () => {
  const { user } = userWith([start, reply('Thanks a lot', { goals: ['done'] })]);
  await user.next();
  expect(await user.next('Your refund is on its way.')).toEqual({
    message: 'Thanks a lot',
    end: 'goal_achieved',
    goals: ['done'],
  });
});

test('a breach is asked again with its reason, and the corrected message is sent', async () => {
  const { user, requests, rules } = userWith([reply('I want a refund for order W2378156'), start]);
  expect(await user.next()).toEqual({ message: 'I want my money back for a lamp' });
  expect(rules()).toEqual(['told_early']);
  expect(requests[1]?.[0]?.content).toContain('it tells the order number, which the assistant has not asked for');
});

test.each([
  ['nothing', '', 'answered nothing'],
  ['a refusal', "I'm sorry, I can't help with that.", "answered prose instead of JSON: I'm sorry"],
  ['half JSON', '{"asks_for": [], "move": "tell", "mess', 'answered incomplete or other JSON'],
  ['other JSON', '{"answer": "hello"}', 'answered incomplete or other JSON'],
  ['an unknown move', '{"move": "dance", "message": "hello"}', 'answered JSON without the expected format'],
  ['two answers', `${start}\n${reply('Hello')}`, 'gave two different answers in one reply'],
])('a model that answers %s breaks the user, in words', async (_, answer, words) => {
  const { user } = userWith([answer]);
  await expect(user.next()).rejects.toThrow(words);
  await expect(user.next()).rejects.toThrow('(asked 3 times)');
});

test.each([
  ['a fence', `\`\`\`json\n${start}\n\`\`\``],
  ['prose around it', `Here is my answer:\n${start}`],
  ['a small mistake', start.replace('}', ',}')],
  ['only what is not empty', '{"move": "tell", "message": "I want my money back for a lamp"}'],
])('an answer with %s is read', async (_, answer) => {
  expect(await userWith([answer]).user.next()).toEqual({ message: 'I want my money back for a lamp' });
});

test('errors of the model pass through', async () => {
  const failure = new Error('429');
  const user = createModelPlayedUser(contract, () => Promise.reject(failure));
  await expect(user.next()).rejects.toBe(failure);
  expect(user.breaches()).toEqual([]);
});

test('the value of a fact is in no prompt before the agent has asked for it', async () => {
  const { user, requests } = userWith([start, reply('W2378156')]);
  await user.next();
  await user.next('What is your order number?');
  expect(requests[0]?.[0]?.content).not.toMatch(/W2378156|lisa@|2026/);
  expect(requests[0]?.[0]?.content).toContain('You can also look up: order number, e-mail, date of purchase.');
  expect(requests[1]?.[0]?.content).toContain('order number: W2378156');
  expect(requests[1]?.[0]?.content).not.toMatch(/lisa@|2026/);
});

const wantsDay = { asks_for: [{ fact: 'date of purchase', quote: 'When did the lamp come to you?' }] };

test('the model unlocks one fact with a quote that the matcher did not see', async () => {
  const { user, requests } = userWith([start, reply('Not sure', wantsDay), reply('On 14 May')]);
  await user.next();
  expect(await user.next('When did the lamp come to you?')).toEqual({ message: 'On 14 May' });
  expect(requests).toHaveLength(3);
  expect(user.asked()).toEqual([{ name: 'date of purchase', turn: 1, by: 'model' }]);
  expect(user.breaches()).toEqual([]);
});

test.each([
  ['a quote that the agent did not say', 'The lamp is broken?', wantsDay],
  ['a quote outside a question', 'When did the lamp come to you? Nobody knows.', quoting('Nobody knows.')],
  ['an empty quote', 'When did the lamp come to you?', quoting(' ')],
  ['a fact that does not exist', 'When did the lamp come?', { asks_for: [{ fact: 'day', quote: 'When' }] }],
  ['a question that asks for another fact', 'What is your order number? When did it come?', wantsDay],
])('nothing is unlocked by %s', async (_, agent, fields) => {
  const { user, requests } = userWith([start, reply('I am not sure about it', fields)]);
  await user.next();
  await user.next(agent);
  expect(requests).toHaveLength(2);
  expect(user.asked().map(({ by }) => by)).not.toContain('model');
});

function quoting(quote: string): Partial<UserReply> {
  return { asks_for: [{ fact: 'date of purchase', quote }] };
}

test('refusals end the conversation after as many as the contract says', async () => {
  const refusedMove = { move: 'push_back' } as const;
  const { user } = userWith([
    start,
    reply('But it broke on the first day', refusedMove),
    reply('Fine.', { move: 'give_up' }),
  ]);
  await user.next();
  expect(await user.next('I cannot refund that.')).toEqual({ message: 'But it broke on the first day' });
  expect(await user.next('It is against our policy.')).toEqual({ message: 'Fine.', end: 'refused' });
});

test('giving up before the agreed number of refusals is a breach', async () => {
  const { user, rules } = userWith([start, reply('Fine.', { move: 'give_up' })]);
  await user.next();
  await expect(user.next('I cannot refund that.')).rejects.toThrow('while a goal is open');
  expect(rules()).toContain('ends_early');
});

test('volunteered facts may be told in the opening', async () => {
  const { user, requests } = userWith([reply('Refund W2378156, bought 14 May, I am lisa@shop.example')], {
    traits: ['volunteers'],
  });
  await user.next().catch(() => undefined);
  const prompt = requests[0]?.[0]?.content ?? '';
  const promptedValues = contract.facts.filter(({ value }) => prompt.includes(value)).map(({ value }) => value);
  expect(prompt.includes('Tell these in your first message.')).toBe(promptedValues.length > 0);
  expect(user.breaches().filter(({ quote }) => promptedValues.includes(quote))).toEqual([]);
});

test('a first message of the case is heard as its own', async () => {
  const { user, requests } = userWith([reply("It's W2378156")], { input: 'Refund for lisa@shop.example please' });
  await user.next('What is your order number?');
  expect(requests[0]?.slice(1)).toEqual([
    { role: 'user', content: 'Begin the conversation.' },
    { role: 'assistant', content: 'Refund for lisa@shop.example please' },
    { role: 'user', content: 'What is your order number?' },
  ]);
  expect(requests[0]?.[0]?.content).toContain('e-mail: lisa@shop.example');
});

test('a conversation that is continued is remembered', async () => {
  const { user, requests } = userWith([reply('lisa@shop.example')]);
  user.remember({ user: 'I want my money back', agent: 'What is your order number?' });
  user.remember({ user: "It's W2378156", agent: 'Thanks. What is your e-mail?' });
  expect(await user.next()).toEqual({ message: 'lisa@shop.example' });
  expect(requests[0]).toHaveLength(6);
  expect(requests[0]?.[0]?.content).toMatch(/Facts you have told\n- order number: W2378156/);
  expect(user.asked()).toEqual([
    { name: 'order number', turn: 1, by: 'matcher' },
    { name: 'e-mail', turn: 2, by: 'matcher' },
  ]);
});

const agentMessages = fc.constantFrom(
  'What is your order number?',
  'Please give me your e-mail.',
  'I can look into that.',
  'When did the lamp come to you?',
  'I cannot do that.',
  'Done. Anything else?',
  '',
);
const pieces = fc.constantFrom(
  'W2378156',
  'lisa@shop.example',
  '14 May',
  'KX-99-22',
  'How can I help?',
  'money back',
  '###',
  'Верните деньги',
);
const answers = fc.oneof(
  fc
    .record({
      asks_for: fc.array(
        fc.record({
          fact: fc.constantFrom('order number', 'e-mail', 'date of purchase'),
          quote: fc.constantFrom('When did the lamp come to you?', 'What', ''),
        }),
        { maxLength: 2 },
      ),
      move: fc.constantFrom('tell', 'ask', 'push_back', 'correct', 'new_goal', 'accept', 'give_up', 'end'),
      message: fc.array(pieces, { maxLength: 3 }).map((words) => words.join(' ')),
      goals: fc.array(fc.constantFrom('open', 'done', 'refused'), { maxLength: 2 }),
    })
    .map((answer) => JSON.stringify(answer)),
  fc.string(),
);

const contracts = fc.record({
  traits: fc.subarray<UserContract['traits'][number]>(['volunteers', 'terse', 'push_back']),
  seed: fc.nat(20).map(String),
  input: fc.constantFrom(undefined, 'I want a refund for W2378156'),
});

test('whatever the model answers, no fact leaves before it was asked for, and no breach is sent', async () => {
  await fc.assert(
    fc.asyncProperty(
      contracts,
      fc.infiniteStream(answers),
      fc.array(agentMessages, { maxLength: 6 }),
      async (changes, stream, talk) => {
        const changedContract = { ...contract, ...changes };
        const user = createModelPlayedUser(changedContract, () => Promise.resolve(stream.next().value ?? ''));
        // This guard is separate from the user's own, so that the test does not rely on the user's own check.
        const guard = createUserMessageGuard(changedContract);
        const volunteered = changedContract.facts.filter(
          (fact) => changedContract.input === undefined && isVolunteered(changedContract, fact),
        );
        let agent: string | undefined;
        if (changedContract.input !== undefined) {
          guard.addUserMessage(changedContract.input);
          agent = 'I can look into that.';
        }
        for (const next of [...talk, '']) {
          const mayEnd = user.hasOpenGoal();
          if (agent !== undefined) guard.addAgentMessage(agent);
          let move: UserMove;
          try {
            move = await user.next(agent);
          } catch (error) {
            expect(error).toBeInstanceOf(SimulatedUserError);
            return;
          }
          const tellable = new Set([...user.asked(), ...volunteered].map(({ name }) => name));
          for (const fact of changedContract.facts)
            if (!tellable.has(fact.name) && !guard.isFree(fact))
              expect(isValueStatedIn(fact.value, move.message)).toBe(false);
          expect(move.message).not.toMatch(/KX-99-22|How can I help|###/);
          expect(move.message !== '' || move.end !== undefined).toBe(true);
          const draft = { message: move.message, ends: false, hasOpenGoal: mayEnd, tellable };
          expect(move.message === '' ? [] : guard.check(draft)).toEqual([]);
          if (move.end !== undefined) return;
          guard.addUserMessage(move.message);
          agent = next;
        }
      },
    ),
    { numRuns: 300 },
  );
});
