import { describe, expect, it } from 'vitest';
import type { Agent, AgentResponse } from '../../../ports/index.ts';
import { neverAborted } from '../../../testing/model-request.ts';
import { converseSeveralTimesByGoal } from './goal-conversations.ts';
import type { TryInterface } from './try-interface.ts';

/** Creates an agent that refunds an order, and counts how often it does so. */
function refundAgent(): { agent: Agent; refunds(): number } {
  let refunds = 0;
  const answer = (text: string): AgentResponse => {
    if (/that is all/.test(text)) return { content: 'Goodbye.', toolCalls: [] };
    const [order] = /W\d+/.exec(text) ?? [];
    if (order === undefined) return { content: 'What is your order number?', toolCalls: [] };
    refunds += 1;
    const toolCalls = [{ tool: 'refund', arguments: { order }, result: 'ok' }];
    return { content: 'It is refunded. Anything else?', toolCalls };
  };
  const agent: Agent = {
    id: 'desk',
    invoke: ({ messages }) => Promise.resolve(answer(String(messages.at(-1)?.content))),
  };
  return { agent, refunds: () => refunds };
}

type Answers = { fact?: string; repeats?: boolean };

function answeringPerson({ fact, repeats }: Answers): { person: TryInterface; questions: string[] } {
  const questions: string[] = [];
  const person: TryInterface = {
    showAgent: () => undefined,
    askGoal: () => Promise.resolve(undefined),
    next: () => Promise.resolve(''),
    showConversation: () => undefined,
    showMessage: () => undefined,
    showAnswer: () => undefined,
    askFact: ({ name }) => {
      questions.push(name);
      return Promise.resolve(fact);
    },
    confirmRepeats: (question) => {
      questions.push(question);
      return Promise.resolve(repeats);
    },
    showSuite: () => undefined,
    close: () => undefined,
  };
  return { person, questions };
}

const reason = 'agent "desk" is of type http: calling it may have side effects';

function hold(
  answers: Answers,
  { goal = 'get a refund', notRepeatable }: { goal?: string; notRepeatable?: string } = {},
) {
  const { person, questions } = answeringPerson(answers);
  const { agent, refunds } = refundAgent();
  const session = converseSeveralTimesByGoal({ agent, person, goal, facts: {}, notRepeatable }, neverAborted());
  return session.then((sessionResult) => ({ ...sessionResult, questions, refunds: refunds() }));
}

describe('conversations of the built-in user with a goal', () => {
  it('ask the person for a fact once, and use it in all of them', async () => {
    const { talks, questions, refunds } = await hold({ fact: 'W23' });
    expect(questions).toEqual(['order number']);
    expect(refunds).toBe(3);
    expect(talks.map(({ user }) => user)).toEqual([
      { goal: 'get a refund', facts: { 'order number': 'W23' }, unknown: [] },
      { goal: 'get a refund', facts: { 'order number': 'W23' }, unknown: [], traits: ['terse'] },
      { goal: 'get a refund', facts: { 'order number': 'W23' }, unknown: [], traits: ['push_back'] },
    ]);
    expect(talks.map(({ turns }) => turns.map(({ input }) => input))).toEqual([
      ['I want to get a refund', 'The order number is W23', 'No, that is all.'],
      ['get a refund', 'W23', 'No, that is all.'],
      ['I want to get a refund', 'The order number is W23', 'No, that is all.'],
    ]);
  });

  it('do not ask for what the goal says', async () => {
    const { questions, refunds } = await hold({}, { goal: 'get a refund for order W2378156' });
    expect(questions).toEqual([]);
    expect(refunds).toBe(3);
  });

  it('call an agent that may not be repeated again after a yes to a question that names its calls', async () => {
    const { talks, questions, mayRun } = await hold({ fact: 'W23', repeats: true }, { notRepeatable: reason });
    expect(questions[1]).toBe(
      `${reason}. It called refund. Call the agent again? That starts two more conversations, with a terse user and with one who contradicts a refusal, and then the first run.`,
    );
    expect(talks).toHaveLength(3);
    expect(mayRun).toBe(true);
  });

  it.each([
    [false, 'you did not agree to call the agent again'],
    [undefined, reason],
  ])('call it only once without a yes: %s', async (repeats, leftOut) => {
    const sessionResult = await hold(
      { fact: 'W23', ...(repeats === undefined ? {} : { repeats }) },
      { notRepeatable: reason },
    );
    expect(sessionResult).toMatchObject({ leftOut, mayRun: false, refunds: 1 });
    expect(sessionResult.talks).toHaveLength(1);
  });

  it('stop when both say the same again', async () => {
    const { talks, leftOut } = await hold({});
    expect(talks).toMatchObject([{ isOver: false, user: { unknown: ['order number'] } }]);
    expect(talks[0]?.turns.length).toBeLessThan(5);
    expect(leftOut).toBe('the first conversation did not come to an end');
  });
});
