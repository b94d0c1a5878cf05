import { describe, expect, it } from 'vitest';
import type { Assertion, CaseResult, DynamicCase, SimulatedUser } from '../../contract/index.ts';
import type { SimulatorChoice } from '../../ports/index.ts';
import { checkpoint, dynamicCase, plannedCase, runPlan } from '../../testing/case-factory.ts';
import { type ScriptedAnswer, scriptedAgent } from '../../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';
import { dynamicKind } from './kind.ts';

const lamp: SimulatedUser = {
  goal: 'get a refund for the lamp',
  facts: { 'order number': 'W2378156', 'e-mail': { value: 'a@b.example', aliases: ['contact'] }, phone: 5550109999 },
  unknown: ['loyalty number'],
};
const refunded: Assertion = { type: 'tool_called', name: 'refund', times: 1 };
const refund = { content: 'Refunded.', toolCalls: [{ tool: 'refund', arguments: {} }] };

async function played(
  agent: readonly ScriptedAnswer[],
  { simulator = lamp, ...caseFields }: Partial<Omit<DynamicCase, 'simulator'>> & { simulator?: SimulatedUser } = {},
): Promise<CaseResult> {
  const testCase = dynamicCase({
    input: undefined,
    checkpoints: [],
    until: 'done',
    assertions: [refunded],
    ...caseFields,
    simulator,
  });
  const agents = [scriptedAgent('target', agent)];
  const { events, done } = recordRun(runPlan([plannedCase(testCase, { agentId: 'target' })]), agents);
  await done;
  const [result] = listResultsInEvents(events);
  if (result === undefined) throw new Error('the case did not finish');
  return result;
}

function said({ turns = [] }: CaseResult): unknown[] {
  return turns.map(({ input }) => input);
}

describe('the built-in user', () => {
  it('tells what it is asked, and ends when its goal is done', async () => {
    const result = await played(['What is your order number?', 'And your contact?', 'Shall I refund it?', refund]);
    expect(result).toMatchObject({ status: 'passed', endReason: 'goal_achieved' });
    expect(said(result)).toEqual([
      'I want to get a refund for the lamp',
      'The order number is W2378156',
      'The e-mail is a@b.example',
      'Yes, please.',
    ]);
  });

  it('begins with the input of the case', async () => {
    const result = await played(['How can I help you?', refund], { input: 'Good morning' });
    expect(said(result)).toEqual(['Good morning', 'I want to get a refund for the lamp']);
    expect(result.turns?.map(({ origin }) => origin)).toEqual(['case', 'simulator']);
  });

  it('leaves the end to the last checkpoint', async () => {
    const result = await played(['What is your order number?', 'done, anything else?'], {
      until: 'checkpoints',
      assertions: undefined,
      checkpoints: [checkpoint({ id: 'done' })],
    });
    expect(result).toMatchObject({ status: 'passed', endReason: 'checkpoints_reached' });
  });

  it('fails the case that it ends before the last required checkpoint', async () => {
    const result = await played([{ ...refund, content: 'Anything else?' }, 'Bye.'], {
      assertions: undefined,
      checkpoints: [checkpoint({ id: 'done' })],
    });
    expect(result).toMatchObject({ status: 'failed', error: 'missing checkpoints: done', endReason: 'goal_achieved' });
    expect(said(result).at(-1)).toBe('No, that is all.');
  });

  it('may be refused in a case that passes', async () => {
    const result = await played(['I am sorry, but I cannot refund a lamp.'], {
      assertions: [{ type: 'tool_called', name: 'refund', times: 0 }],
    });
    expect(result).toMatchObject({ status: 'passed', endReason: 'refused' });
    expect(result.turns?.[0]?.goalAchieved).toBeUndefined();
  });

  it('reports how each fact came up', async () => {
    const result = await played(['What is your order number?', refund]);
    expect(result).toMatchObject({
      simulator: {
        by: 'rules',
        facts: [
          { name: 'order number', state: 'elicited', askedAtTurn: 1, toldAtTurn: 2 },
          { name: 'e-mail', state: 'never_asked' },
          { name: 'phone', state: 'never_asked' },
        ],
      },
    });
  });

  it('reports the facts also when the agent breaks', async () => {
    const result = await played(['What is your order number?', new Error('out of paper')]);
    expect(result).toMatchObject({ status: 'error', simulator: { facts: [{ state: 'elicited' }, {}, {}] } });
  });

  it('gives no hints at mistakes of the simulator', async () => {
    const result = await played(['ok', 'ok', 'ok'], {
      assertions: undefined,
      checkpoints: [checkpoint({ id: 'done' })],
    });
    expect((result.faults ?? []).filter(({ by }) => by === 'simulator')).toEqual([]);
  });

  it('goes on from a fork', async () => {
    const first = await played(['What is your order number?', 'And your e-mail?', refund]);
    const turns = first.turns?.slice(0, 1) ?? [];
    const verdicts = { assertions: [], checkpointChecks: [] };
    const forked = { turns, attempt: 1, verdicts, message: 'It is W2378156, hurry up' };
    const result = await played(['And your e-mail?', refund], { forked });
    expect(said(result)).toEqual([
      'I want to get a refund for the lamp',
      'It is W2378156, hurry up',
      'The e-mail is a@b.example',
    ]);
  });

  it('says nothing more under `until: checkpoints` if its goal is done', async () => {
    const checkpoints = [checkpoint({ id: 'done', assert: [{ type: 'tool_called', name: 'refund' }] })];
    const caseFields = { until: 'checkpoints', assertions: undefined, checkpoints } as const;
    expect((await played([refund], caseFields)).unjudged?.endedBeforeDone).not.toBe(true);
    const asking = { ...refund, content: 'What is your e-mail?' };
    expect((await played([asking], caseFields)).unjudged?.endedBeforeDone).toBe(true);
  });

  it('differs between attempts only by its seed', async () => {
    const user: SimulatedUser = { ...lamp, traits: ['volunteers'], seed: 3 };
    const results = await Promise.all([played([refund], { simulator: user }), played([refund], { simulator: user })]);
    expect(said(results[0])).toEqual(said(results[1]));
  });
});

describe('a user that pushes back', () => {
  const simulator: SimulatedUser = { ...lamp, traits: ['push_back'] };
  const refusal = "I can't refund that.";
  const trait = 'trait push_back, because the agent refused nothing';

  it.each([
    ['is idle if the agent refuses nothing', [refund], [trait]],
    ['is not idle if it contradicted a refusal', [refusal, refund], undefined],
    ['is idle if it had no turn left to contradict', [refund, refusal], [trait]],
  ])('%s', async (_, answers, idle) => {
    const result = await played(answers, { simulator, maxTurns: 2 });
    expect([result.status, result.idle]).toEqual(['passed', idle]);
  });
});

describe('another player', () => {
  const testCase = dynamicCase({ simulator: { ...lamp, persona: 'in a hurry' } });
  const choose = (choice: SimulatorChoice): DynamicCase => {
    const caseWithUser = dynamicKind.withSimulator?.(testCase, choice);
    if (caseWithUser?.kind !== 'dynamic') throw new Error('no conversation');
    return caseWithUser;
  };

  it('is an agent that is told what the user knows', () => {
    expect(choose({ by: 'agent', id: 'guest' }).simulator).toEqual({
      use: 'guest',
      options: {
        metadata: {
          persona: 'in a hurry',
          goal: 'get a refund for the lamp',
          facts: { 'order number': 'W2378156', 'e-mail': 'a@b.example', phone: 5550109999 },
          unknown: ['loyalty number'],
        },
      },
    });
  });

  it('makes it another case, because results of different users are not compared', () => {
    const hashes = [
      choose({ by: 'rules' }),
      choose({ by: 'agent', id: 'guest' }),
      choose({ by: 'model', connector: 'gpt' }),
      choose({ by: 'model', connector: 'claude' }),
    ].map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(4);
    expect(hashes[0]).toBe(testCase.hash);
  });

  it.each<[string, Partial<DynamicCase>]>([
    ['its own agent', { simulator: { use: 'own' } }],
    ['its own messages', { simulator: lamp, turns: [{ input: 'Hello' }] }],
  ])('does not replace %s', (_, caseFields) => {
    const caseWithSimulator = dynamicCase(caseFields);
    expect(dynamicKind.withSimulator?.(caseWithSimulator, { by: 'agent', id: 'guest' })).toBe(caseWithSimulator);
  });

  it('is no model or rules without a goal', () => {
    const caseWithoutSimulator = dynamicCase({ simulator: undefined });
    expect(dynamicKind.withSimulator?.(caseWithoutSimulator, { by: 'rules' })).toBe(caseWithoutSimulator);
    expect(dynamicKind.withSimulator?.(caseWithoutSimulator, { by: 'agent', id: 'guest' })).toMatchObject({
      simulator: { use: 'guest' },
    });
  });
});

describe('the assertion `elicited`', () => {
  const judgeElicited = async (
    agent: readonly ScriptedAnswer[],
    assertion: Partial<Extract<Assertion, { type: 'elicited' }>>,
  ) => {
    const elicitedAssertion: Assertion = { type: 'elicited', value: ['order number'], ...assertion };
    const { assertions } = await played(agent, { assertions: [elicitedAssertion] });
    return assertions[0];
  };
  const before = { type: 'tool_called', value: 'refund' } as const;

  it.each<[string, readonly ScriptedAnswer[]]>([
    ['asked in an earlier turn', ['What is your order number?', refund]],
    ['asked, and never called', ['What is your order number?', 'Bye.']],
  ])('holds: %s', async (_, agent) => {
    expect(await judgeElicited(agent, { before })).toMatchObject({ status: 'passed' });
  });

  it.each<[string, readonly ScriptedAnswer[], string]>([
    ['never asked', [refund], 'it never asked for order number'],
    [
      'asked in the turn of the call',
      [{ ...refund, content: 'What is your order number?' }, 'Bye.'],
      'it first asked for order number in turn 1',
    ],
  ])('does not hold: %s', async (_, agent, words) => {
    const result = await judgeElicited(agent, { before });
    expect(result).toMatchObject({ status: 'failed' });
    expect(result?.message).toContain(words);
  });

  it('is an error under another simulator', async () => {
    const elicitedAssertion: Assertion = { type: 'elicited', value: ['order number'] };
    const testCase = dynamicCase({ checkpoints: [], until: 'done', assertions: [elicitedAssertion] });
    const agents = [
      scriptedAgent('target', ['hello', 'bye']),
      scriptedAgent('simulator', [JSON.stringify({ message: 'bye', goal_achieved: true })]),
    ];
    const { events, done } = recordRun(runPlan([plannedCase(testCase, { agentId: 'target' })]), agents);
    await done;
    expect(listResultsInEvents(events)[0]).toMatchObject({
      status: 'error',
      error: '"elicited" needs the built-in user, and this conversation had another user',
    });
  });
});

describe('a conversation that passed', () => {
  const overlooked = async (agent: readonly ScriptedAnswer[], fields: Parameters<typeof played>[1] = {}) => {
    const never: Assertion[] = [{ type: 'contains', value: 'wire the money' }];
    const { status, unjudged } = await played(agent, { assertions: undefined, never, ...fields });
    expect(status).toBe('passed');
    return unjudged?.overlooked ?? [];
  };
  const again = ['What is your loyalty number?', 'What is your loyalty number?', 'What is your loyalty number?'];

  it('names a question that the user did not recognize, while a fact was never asked for', async () => {
    expect(await overlooked(['Hello. What is your record locator?', refund])).toEqual([
      'the user did not know the answer to "What is your record locator?", and was never asked for order number, e-mail, phone; if the agent calls a fact by another name, add that to its "aliases"',
    ]);
  });

  it.each<[string, readonly ScriptedAnswer[]]>([
    ['the user says that it does not know it', ['What is your loyalty number?', refund]],
    ['every fact was asked for', ['Your order number, contact and phone, please?', 'Which colour is it?', refund]],
  ])('names no question if %s', async (_, agent) => {
    expect(await overlooked(agent)).toEqual([]);
  });

  it('says that the agent went in circles until the maximum of turns', async () => {
    expect(await overlooked(again, { maxTurns: 3 })).toEqual([
      'the agent gave the same answer in its last 3 turns, until the maximum of turns ended the conversation; add a required checkpoint, so that such a case fails',
    ]);
  });

  it.each<[string, readonly ScriptedAnswer[]]>([
    ['the last answer is another', [...again.slice(1), 'I call a colleague about the loyalty number?']],
    ['the agent refuses each time', Array.from({ length: 3 }, () => 'I cannot refund that. Which loyalty number?')],
  ])('does not say so if %s', async (_, agent) => {
    expect((await overlooked(agent, { maxTurns: 3 })).join()).not.toContain('same answer');
  });
});
