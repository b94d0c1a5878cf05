import { expect, it } from 'vitest';
import { BUILT_IN_JUDGE } from '../../assertions/agent/built-in-judge.ts';
import type { Assertion, DynamicCase } from '../../contract/index.ts';
import { checkpoint, dynamicCase, plannedCase, runPlan } from '../../testing/case-factory.ts';
import { answeringAgent, scriptedAgent } from '../../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';

const polite: Assertion = { type: 'agent', value: 'is polite' };
const honest: Assertion = { type: 'agent', value: ['is honest', 'is short'] };

it('asks the built-in judge once for a conversation, with the goal, and each assertion keeps its own rulings', async () => {
  const simulator = { use: 'user', options: { metadata: { goal: 'a refund' } } };
  const { result, requests } = await judged({ assertions: [polite, honest], turns: ['Hello', 'Bye'], simulator });
  expect(result?.status).toBe('passed');
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    criteria: ['is polite', 'is honest', 'is short'],
    judged: 'conversation',
    goal: 'a refund',
    conversation: [
      { turn: 1, input: 'Hello', output: 'one' },
      { turn: 2, input: 'Bye', output: 'two' },
    ],
  });
  const validations = result?.assertions.map(({ agentValidation }) => agentValidation);
  expect(validations?.map((each) => each?.rulings?.map(({ requirement }) => requirement))).toEqual([
    ['is polite'],
    ['is honest', 'is short'],
  ]);
  expect(validations?.map((each) => each?.request !== undefined)).toEqual([true, false]);
});

it('shows the judge the examples of each assertion with its criteria', async () => {
  const examples = [{ quote: 'Wait.', verdict: 'bad' as const, note: 'curt' }];
  const { requests } = await judged({ assertions: [{ ...polite, examples }, honest], turns: ['Hello'] });
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ examples: [{ criteria: ['is polite'], answers: examples }] });
});

it('asks again for another connector, and for every turn with "on"', async () => {
  const { requests } = await judged({
    assertions: [polite, { ...honest, options: { connector: 'other' } }, { ...polite, on: 'every' }],
    turns: ['Hello', 'Bye'],
  });
  expect(requests.map(({ judged: turn }) => turn)).toEqual(['conversation', 'conversation', 1, 2]);
});

it('asks once for the judges of a checkpoint, with the state and the turns before', async () => {
  const { result, requests } = await judged({
    checkpoints: [
      checkpoint({ id: 'first', assert: [polite, honest] }),
      checkpoint({ id: 'second', assert: [honest, { type: 'contains', value: 'two' }], after: ['first'] }),
    ],
    turns: ['Hello', 'Bye'],
    state: { orders: 1 },
    assertions: undefined,
  });
  expect(result?.status).toBe('passed');
  expect(requests.map(({ judged: turn, conversation, state }) => [turn, conversation.length, state])).toEqual([
    [1, 1, { orders: 1 }],
    [1, 1, { orders: 1 }],
    [2, 2, { orders: 1 }],
  ]);
});

it('gives judges that people write the words of the user and the turns before', async () => {
  const requests: unknown[] = [];
  const ownJudge = answeringAgent('own', ({ messages }) => {
    requests.push(JSON.parse(String(messages.at(-1)?.content)));
    return '{"passed": true, "reason": "fine"}';
  });
  const turns = ['Hello', { input: 'Bye', assert: [{ type: 'agent' as const, use: 'own', value: 'fits' }] }].map(
    (turn) => (typeof turn === 'string' ? { input: turn } : turn),
  );
  const testCase = dynamicCase({ checkpoints: [], turns, input: undefined });
  const plan = runPlan([plannedCase(testCase, { agentId: 'target' })]);
  await recordRun(plan, [scriptedAgent('target', ['one', 'two']), ownJudge]).done;
  expect(requests).toMatchObject([
    { output: 'two', input: 'Bye', criteria: 'fits', conversation: [{ input: 'Hello' }, { input: 'Bye' }] },
  ]);
});

type Request = { criteria: string[]; judged: unknown; conversation: object[]; state?: object };

/** Runs a conversation with a judge that confirms every statement that something is absent. */
async function judged(fields: Omit<Partial<DynamicCase>, 'turns'> & { turns: string[] }) {
  const requests: Request[] = [];
  const judge = answeringAgent(BUILT_IN_JUDGE, ({ messages }) => {
    const request: Request = JSON.parse(String(messages.at(-1)?.content));
    requests.push(request);
    const criteria = request.criteria.map((requirement) => {
      return { requirement, reasoning: 'Nothing speaks against it.', quote: null, turn: null, verdict: 'yes' };
    });
    return JSON.stringify({ criteria });
  });
  const turns = fields.turns.map((input) => ({ input }));
  const testCase = dynamicCase({ checkpoints: [], input: undefined, ...fields, turns });
  const agents = [scriptedAgent('target', ['one', 'two']), judge];
  const { events, done } = recordRun(runPlan([plannedCase(testCase, { agentId: 'target' })]), agents);
  await done;
  return { result: listResultsInEvents(events)[0], requests };
}
