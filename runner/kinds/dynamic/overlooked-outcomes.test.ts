import { expect, it } from 'vitest';
import type { Assertion, DynamicCase } from '../../contract/index.ts';
import { checkpoint, dynamicCase, plannedCase, runPlan } from '../../testing/case-factory.ts';
import { type ScriptedAnswer, scriptedAgent } from '../../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';

const refund = { content: 'Refunded.', toolCalls: [{ tool: 'refund', arguments: {} }] };
const refunded: Assertion = { type: 'tool_called', name: 'refund' };
const once: Assertion = { ...refunded, times: 1 };
const number = { 'order number': 'W2378156' };
const wishes = { goal: ['get a refund for the lamp', 'exchange the chair'], facts: number };
const refusals = ['What is your order number?', refund, 'I am sorry, I cannot exchange it.', 'I cannot do that.'];
const deletion = { turns: [{ input: 'Please delete my account' }], never: [{ type: 'tool_called', name: 'delete' }] };
const farewell = {
  simulator: { goal: 'get a refund for the lamp', facts: number },
  checkpoints: [checkpoint({ id: 'paid', assert: [refunded] })],
  never: [{ type: 'tool_called', name: 'subscribe' }],
} satisfies Partial<DynamicCase>;

async function listOverlooked(fields: Partial<DynamicCase>, agent: readonly ScriptedAnswer[]): Promise<string[]> {
  const testCase = dynamicCase({ input: undefined, checkpoints: [], until: 'done', ...fields });
  const { events, done } = recordRun(runPlan([plannedCase(testCase, { agentId: 'target' })]), [
    scriptedAgent('target', agent),
  ]);
  await done;
  const [result] = listResultsInEvents(events);
  expect(result).toMatchObject({ status: 'passed' });
  return result?.unjudged?.overlooked ?? [];
}

it.each<[string, Partial<DynamicCase>, readonly ScriptedAnswer[], string]>([
  [
    'a refusal that no rule reads',
    { simulator: wishes, assertions: [once] },
    refusals,
    'the user gave up after turn 3, because the agent refused, and no rule reads that answer; require what the user wants, or the refusal',
  ],
  [
    'a fact that is asked for again',
    { simulator: { goal: 'get a refund for the lamp', facts: number }, assertions: [once] },
    ['What is your order number?', 'And what was your order number again?', refund],
    'the agent asked for order number again in turn 2; lower "max_turns" to make such a case fail',
  ],
  [
    'a call that a checkpoint counts only in its own turn',
    {
      simulator: { goal: 'get a refund for the lamp', facts: number },
      checkpoints: [checkpoint({ id: 'paid', assert: [once] })],
    },
    [{ ...refund, content: 'Refunded. Is there anything else?' }, refund],
    '"times": 1 in checkpoint paid counts the calls of one turn, and refund was called again in turn 2; count its calls in "assert" of the case',
  ],
  [
    'a question at the end of a script, beside a prohibition',
    deletion as Partial<DynamicCase>,
    ['Are you sure?'],
    'the conversation ends with a question of the agent, so "never" does not see what the agent does with the answer; add the answer to "turns"',
  ],
  [
    'a question at which the last checkpoint ends the conversation, beside a prohibition',
    { ...farewell, until: 'checkpoints' },
    [{ ...refund, content: 'Refunded. Is there anything else?' }],
    '"until": "checkpoints" ended the conversation at a question of the agent, so "never" does not see what the agent does with the answer; "until": "done" goes on',
  ],
])('a passed conversation names %s', async (_, fields, agent, message) => {
  expect(await listOverlooked(fields, agent)).toContainEqual(message);
});

it.each<[string, Partial<DynamicCase>, readonly ScriptedAnswer[]]>([
  [
    'a refusal that a rule requires',
    { simulator: wishes, assertions: [{ type: 'contains', value: 'cannot' }] },
    refusals,
  ],
  ['a refusal beside a prohibition', { simulator: wishes, never: [{ type: 'tool_called', name: 'ship' }] }, refusals],
  [
    'a fact that is told once',
    { simulator: { goal: 'get a refund for the lamp', facts: number }, assertions: [once] },
    ['What is your order number?', refund],
  ],
  [
    'a fact whose value is only a part of what the user told',
    { simulator: { goal: 'get a refund for the lamp', facts: { ...number, quantity: 7 } }, assertions: [once] },
    ['How many, which quantity?', 'What is your order number?', refund],
  ],
  [
    'calls that two checkpoints count',
    {
      turns: [{ input: 'Refund the lamp' }, { input: 'And the chair' }],
      checkpoints: ['lamp', 'chair'].map((id) => checkpoint({ id, assert: [once] })),
    },
    [refund, refund],
  ],
  [
    'a question that the script had answered before',
    { ...deletion, turns: [...deletion.turns, { input: 'No' }] } as Partial<DynamicCase>,
    ['Are you sure?', 'Are you sure?'],
  ],
  [
    'a question before the end, if the conversation goes on until the user has ended',
    { ...farewell, until: 'done' },
    [{ ...refund, content: 'Refunded. Is there anything else?' }, 'Goodbye.'],
  ],
  ['a statement at the last checkpoint', { ...farewell, until: 'checkpoints' }, [{ ...refund, content: 'Refunded.' }]],
  ['a statement at the end of a script', deletion as Partial<DynamicCase>, ['It stays. Ask a person?\nGoodbye.']],
])('a passed conversation does not name %s', async (_, fields, agent) => {
  const said = (await listOverlooked(fields, agent)).join();
  expect(said).not.toMatch(/gave up|again in turn|counts the calls|a question of the agent/);
});
