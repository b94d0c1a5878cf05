import { expect, it } from 'vitest';
import type { DynamicCase } from '../../contract/index.ts';
import { checkpoint, dynamicCase, plannedCase, runPlan } from '../../testing/case-factory.ts';
import { type ScriptedAnswer, scriptedAgent } from '../../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';

async function listOverlooked(fields: Partial<DynamicCase>, agent: readonly ScriptedAnswer[]): Promise<string[]> {
  const testCase = dynamicCase({ input: undefined, checkpoints: [], ...fields });
  const { events, done } = recordRun(runPlan([plannedCase(testCase, { agentId: 'target' })]), [
    scriptedAgent('target', agent),
  ]);
  await done;
  const [result] = listResultsInEvents(events);
  expect(result).toMatchObject({ status: 'passed' });
  return result?.unjudged?.overlooked ?? [];
}

const asksNumber = checkpoint({ id: 'asks-number', assert: [{ type: 'contains', value: 'number' }] });
const greeted: Partial<DynamicCase> = {
  turns: [{ input: 'Hello' }, { input: 'I want a refund' }],
  checkpoints: [asksNumber],
};

it('a checkpoint that "asks", reached by an answer that asks for nothing, is named', async () => {
  expect(await listOverlooked(greeted, ['Our phone number is 555 0100.', 'Refunded.'])).toEqual([
    'checkpoint asks-number was reached in turn 1 by "Our phone number is 555 0100.", which asks for nothing; require more words of the question',
  ]);
  expect(await listOverlooked(greeted, ['Hello!', 'Please tell me the order number.'])).toEqual([]);
  expect(await listOverlooked(greeted, ['Hello!', 'And your order number?'])).toEqual([]);
});

const [refund, close] = ['refund', 'close_ticket'].map((tool) => ({ tool, arguments: {} }));
const identityFirst: Partial<DynamicCase> = {
  simulator: { goal: 'get a refund', facts: { 'order number': 'W2378156', 'e-mail': 'ann@shop.example' } },
  until: 'done',
  assertions: [
    { type: 'tool_called', name: 'refund' },
    { type: 'tool_called', name: 'close_ticket' },
    {
      type: 'elicited',
      value: ['order number', 'e-mail'],
      before: { type: 'tool_called', value: 'close_ticket' },
    },
  ],
};

it('a change before a fact that has to be asked for before a later call is named', async () => {
  const early = [
    'What is your order number?',
    { content: 'Refunded. What is your e-mail?', toolCalls: [refund] },
    { content: 'Closed. Goodbye!', toolCalls: [close] },
  ] as ScriptedAnswer[];
  expect(await listOverlooked(identityFirst, early)).toContain(
    'refund was called in turn 2, before the user told e-mail, and "before" names only close_ticket; name the call that must wait',
  );
  const [, , elicited] = identityFirst.assertions ?? [];
  const unordered = {
    ...identityFirst,
    assertions: [
      { type: 'tool_called', name: 'refund' },
      { ...elicited, before: undefined },
    ],
  };
  expect(await listOverlooked(unordered as Partial<DynamicCase>, early)).toContain(
    'refund was called in turn 2, before the user told e-mail, and "elicited" has no "before"; name the call that must wait',
  );
  const right = [
    'What are your order number and your e-mail?',
    { content: 'Refunded. Goodbye!', toolCalls: [refund, close] },
  ] as ScriptedAnswer[];
  expect((await listOverlooked(identityFirst, right)).join()).not.toContain('before the user told');
});
