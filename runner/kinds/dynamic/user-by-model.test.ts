import { describe, expect, it } from 'vitest';
import { evaluateAssertionSynchronously } from '../../assertions/evaluate-assertion.ts';
import type { Assertion, CaseResult, DynamicCase, SimulatedUser } from '../../contract/index.ts';
import { BUILT_IN_SIMULATOR } from '../../simulated-user/index.ts';
import { dynamicCase, plannedCase, runPlan } from '../../testing/case-factory.ts';
import { type ScriptedAnswer, scriptedAgent } from '../../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';
import { judgeRecording } from '../recorded/judge-recording.ts';
import { toRecordedAnswer } from '../recorded/recorded-answer.ts';

const lamp: SimulatedUser = {
  by: 'model',
  goal: 'get a refund for the lamp',
  facts: { 'order number': 'W2378156', 'date of purchase': '2026-05-14' },
};
const refund = { content: 'Refunded.', toolCalls: [{ tool: 'refund', arguments: {} }] };

function reply(message: string, fields: object = {}): string {
  return JSON.stringify({ asks_for: [], move: 'tell', message, goals: ['open'], ...fields });
}

const start = reply('I want my money back for a lamp');
const end = reply('', { move: 'end', goals: ['done'] });

type Play = { agent: ScriptedAnswer[]; model: ScriptedAnswer[] } & Partial<DynamicCase>;

function conversation({ simulator = lamp, ...caseFields }: Partial<DynamicCase> = {}): DynamicCase {
  return dynamicCase({
    input: undefined,
    checkpoints: [],
    until: 'done',
    assertions: [{ type: 'tool_called', name: 'refund', times: 1 }],
    ...caseFields,
    simulator,
  });
}

async function played({ agent, model, ...caseFields }: Play): Promise<CaseResult> {
  const testCase = conversation(caseFields);
  const agents = [scriptedAgent('target', agent), scriptedAgent(BUILT_IN_SIMULATOR, model)];
  const { events, done } = recordRun(runPlan([plannedCase(testCase, { agentId: 'target' })]), agents);
  await done;
  const [result] = listResultsInEvents(events);
  if (result === undefined) throw new Error('the case did not finish');
  return result;
}

function inputsOf({ turns = [] }: CaseResult): unknown[] {
  return turns.map(({ input }) => input);
}

describe('a user that a model plays', () => {
  it('plays a conversation to its end, and the result says how', async () => {
    const result = await played({
      agent: ['What is your order number?', refund],
      model: [start, reply("It's W2378156"), end],
    });
    expect(result).toMatchObject({ status: 'passed', endReason: 'goal_achieved' });
    expect(inputsOf(result)).toEqual(['I want my money back for a lamp', "It's W2378156"]);
    expect(result.simulator).toEqual({
      by: 'model',
      facts: [
        { name: 'order number', state: 'elicited', askedAtTurn: 1, toldAtTurn: 2 },
        { name: 'date of purchase', state: 'never_asked' },
      ],
      breaches: 0,
      prompt: 'simulator 1',
    });
  });

  it('is corrected when it breaks its contract, which is counted and blames nobody', async () => {
    const result = await played({
      agent: ['What is your order number?', refund],
      model: [reply('Refund W2378156 please'), start, reply("It's W2378156"), end],
    });
    expect(result).toMatchObject({ status: 'passed', simulator: { breaches: 1 } });
    expect(result.faults ?? []).toEqual([]);
    expect(inputsOf(result)).not.toContain('Refund W2378156 please');
  });

  it('is at fault when no answer keeps the contract, and keeps the turns before', async () => {
    const result = await played({
      agent: ['What is your phone number?'],
      model: [start, ...Array.from({ length: 3 }, () => reply('It is 0815-4711'))],
    });
    expect(result).toMatchObject({ status: 'error', endReason: 'simulator_error' });
    expect(result.error).toContain('it states "0815-4711", which it was not given (asked 3 times)');
    expect(result.faults).toMatchObject([
      {
        by: 'simulator',
        kind: 'simulator_broken',
        turn: 2,
        confidence: 'certain',
        rule: 'none of the answers of its model followed the rules for simulated users',
      },
    ]);
    expect(inputsOf(result)).toEqual(['I want my money back for a lamp']);
    expect(result.simulator).toMatchObject({ breaches: 3 });
  });

  it('unlocks a fact that only the model sees asked, and the ledger says so', async () => {
    const asks = { asks_for: [{ fact: 'date of purchase', quote: 'When did the lamp come to you?' }] };
    const result = await played({
      agent: ['When did the lamp come to you?', refund],
      model: [start, reply('Not sure', asks), reply('On 14 May'), end],
    });
    const assertions: Assertion[] = [{ type: 'elicited', value: ['date of purchase'] }];
    const { verdict } = await judgeRecording({
      testCase: conversation({ assertions }),
      answer: toRecordedAnswer(result),
      judge: ({ assertion, subject }) => Promise.resolve(evaluateAssertionSynchronously({ assertion, subject })),
    });
    expect(verdict).toMatchObject({ status: 'passed' });
    expect(result.simulator?.facts).toContainEqual({
      name: 'date of purchase',
      state: 'elicited',
      askedAtTurn: 1,
      toldAtTurn: 2,
      by: 'model',
    });
  });

  it('begins with the input of the case, and answers it no second time', async () => {
    const result = await played({
      agent: ['What is your order number?', refund],
      model: [reply('W2378156'), end],
      input: 'Refund my lamp',
    });
    expect(inputsOf(result)).toEqual(['Refund my lamp', 'W2378156']);
  });

  it('types as its traits say', async () => {
    const result = await played({
      agent: ['What is your order number?', refund],
      model: [start, reply('It is W2378156'), end],
      simulator: { ...lamp, traits: ['lowercase'] },
    });
    expect(inputsOf(result)).toEqual(['i want my money back for a lamp', 'it is W2378156']);
  });

  it('says in another language which facts are told unchecked', async () => {
    const result = await played({
      agent: ['Wie ist die Nummer?', refund],
      model: [reply('Ich will mein Geld zurück'), reply('W2378156'), end],
      simulator: {
        ...lamp,
        language: 'de',
        facts: { Bestellnummer: { value: 'W2378156', aliases: ['Nummer'] }, Ort: 'Bonn' },
      },
    });
    expect(result.status).toBe('passed');
    expect(result.warnings).toEqual([
      'facts without aliases, so it is not checked whether the user tells them too early: Ort',
    ]);
  });

  it('may be refused', async () => {
    const result = await played({
      agent: ['I cannot refund a lamp.'],
      model: [start, reply('', { move: 'end', goals: ['refused'] })],
      assertions: [{ type: 'tool_called', name: 'refund', times: 0 }],
    });
    expect(result).toMatchObject({ status: 'passed', endReason: 'refused' });
  });
});

it('a user by rules types as its traits say', async () => {
  const result = await played({
    agent: ['What is your order number?', refund],
    model: [],
    simulator: { ...lamp, by: 'rules', traits: ['lowercase'] },
  });
  expect(inputsOf(result)).toEqual(['i want to get a refund for the lamp', 'the order number is W2378156']);
});
