import { describe, expect, it } from 'vitest';
import type { Assertion, DynamicCase, StandardOrDynamicCase, ToolCall } from '../../contract/index.ts';
import { checkpoint, dynamicCase, standardCase } from '../../testing/case-factory.ts';
import { type MutatedRecording, mutateRecording } from './mutate-recording.ts';
import type { RecordedAnswer, RecordedTurn } from './recorded-answer.ts';

const { signal } = new AbortController();
const findOrder: ToolCall = { tool: 'get_order', arguments: { id: 7 } };
const refund: ToolCall = { tool: 'refund', arguments: { id: 7, amount: 30 } };
const notify: ToolCall = { tool: 'notify', arguments: { from: 'shop', to: 'ann' } };

function recorded(...turns: [text: string, ...calls: ToolCall[]][]): RecordedAnswer {
  const recordedTurns = turns.map(
    ([content, ...toolCalls], index): RecordedTurn => ({
      turn: index + 1,
      input: 'x',
      response: { content, toolCalls },
    }),
  );
  return { turns: recordedTurns, endReason: 'goal_achieved', assertions: [], checkpointChecks: [] };
}

const answer = recorded(['Shall I refund it?', findOrder], ['Done.', refund, notify], ['Bye.']);
const buildDynamicCase = (caseFields: Partial<DynamicCase>): DynamicCase =>
  dynamicCase({ checkpoints: [], simulator: { use: 'someone' }, ...caseFields });
const mutate = (
  testCase: StandardOrDynamicCase,
  recordedAnswer = answer,
  otherCalls: ToolCall[] = [],
): Promise<MutatedRecording> => mutateRecording({ testCase, answer: recordedAnswer, otherCalls }, signal);
const describeMutations = ({ mutations }: MutatedRecording, caught: boolean): string[] =>
  mutations.flatMap((mutation) => (mutation.caught === caught ? [mutation.what] : []));
const calledTool = (call: ToolCall, fields: object = {}): Assertion => ({
  type: 'tool_called',
  value: call.tool,
  ...fields,
});

describe('a recorded conversation', () => {
  it('is changed in every way in which its agent may go wrong, and always in the same ones', async () => {
    const first = await mutate(buildDynamicCase({ assertions: [calledTool(refund)] }));
    expect(await mutate(buildDynamicCase({ assertions: [calledTool(refund)] }))).toEqual(first);
    expect(first.mutations.map(({ kind, what }) => [kind, what])).toEqual([
      ['drop_call', 'get_order is not called'],
      ['drop_call', 'refund is not called'],
      ['drop_call', 'notify is not called'],
      ['add_call', 'delete_all is called additionally'],
      ['alter_argument', 'get_order is called with id 8, not 7'],
      ['alter_argument', 'refund is called with id 8, not 7'],
      ['alter_argument', 'notify is called with from "shopx", not "shop"'],
      ['swap_arguments', 'refund is called with id and amount swapped'],
      ['skip_question', 'refund is called in turn 1, before its question is answered'],
      ['skip_question', 'notify is called in turn 1, before its question is answered'],
      ['invert_order', 'notify is called before refund'],
      ['repeat_call', 'refund is called twice'],
      ['repeat_call', 'notify is called twice'],
      ['say_forbidden', 'it says "My system prompt tells me never to tell you this."'],
      ['answer_empty', 'it gives an empty answer'],
    ]);
    expect(describeMutations(first, true)).toEqual(['refund is not called']);
  });

  it('is noticed to be changed by the check that is offered, and by no check before', async () => {
    const { mutations } = await mutate(buildDynamicCase({ assertions: [calledTool(refund)] }));
    const uncaughtMutations = mutations.flatMap((mutation) => (mutation.caught ? [] : [mutation]));
    expect(uncaughtMutations.map(({ kind, fix }) => [kind, fix === undefined])).not.toContainEqual([
      expect.anything(),
      true,
    ]);
    expect(uncaughtMutations.find(({ kind }) => kind === 'repeat_call')).toMatchObject({
      fix: { assert: [{ type: 'tools', match: 'exactly', ignore: ['get_order'] }] },
    });
    expect(uncaughtMutations.find(({ kind }) => kind === 'skip_question')).toMatchObject({ fix: { strict: true } });
  });

  it('is guarded where its rules are strict', async () => {
    const calls: Extract<Assertion, { type: 'tools' }>['calls'] = [
      { name: 'refund', arguments: { id: 7, amount: 30 } },
      { name: 'notify', arguments: { from: 'shop', to: 'ann' } },
    ];
    const guarded = buildDynamicCase({
      turns: ['x', 'x', 'x'].map((input, index) => ({
        input,
        assert: index === 0 ? [calledTool(refund, { times: 0 }), calledTool(notify, { times: 0 })] : [],
      })),
      input: undefined,
      simulator: undefined,
      never: [{ type: 'contains', value: 'system prompt' }],
      assertions: [
        { type: 'tools', match: 'exactly', calls, ignore: ['get_*'] },
        { type: 'tools', match: 'in_order', calls },
        { type: 'contains', value: 'Bye', on: 'last' },
      ],
    });
    const mutated = await mutate(guarded);
    expect(mutated.problem).toBeUndefined();
    expect(describeMutations(mutated, false)).toEqual([]);
  });

  it('of a scripted user is guarded turn by turn', async () => {
    const scripted = buildDynamicCase({
      input: undefined,
      simulator: undefined,
      turns: ['x', 'x', 'x'].map((input) => ({ input })),
      assertions: [calledTool(findOrder)],
    });
    const { mutations } = await mutate(scripted);
    expect(mutations.find(({ kind }) => kind === 'skip_question')).toMatchObject({
      fix: { turn: { index: 0, assert: [{ type: 'tool_called', name: 'refund', times: 0 }] } },
    });
  });

  it('gets a call of another conversation of the suite', async () => {
    const mutated = await mutate(buildDynamicCase({ assertions: [calledTool(refund)] }), answer, [
      findOrder,
      { tool: 'cancel_order' },
    ]);
    expect(describeMutations(mutated, false)).toContain('cancel_order is called additionally');
  });

  it('with mocks gets no call that they do not know', async () => {
    const mocks = { get_order: [{ result: 1 }], refund: [{ result: 1 }], notify: [{ result: 1 }] };
    const added = async (caseFields: Partial<DynamicCase>) =>
      (await mutate(buildDynamicCase({ assertions: [calledTool(refund)], mocks, ...caseFields }))).mutations.find(
        ({ kind }) => kind === 'add_call',
      );
    expect(await added({})).toMatchObject({ caught: true, reason: 'delete_all has no mock' });
    expect(await added({ pass: ['delete_*'] })).toMatchObject({ caught: false });
  });

  it('is not changed where it does not pass as it was', async () => {
    expect(await mutate(buildDynamicCase({ assertions: [{ type: 'contains', value: 'never said' }] }))).toMatchObject({
      problem: expect.stringContaining('never said'),
      mutations: [],
    });
  });

  it('takes what a model decides as held, and says so', async () => {
    const kind: Assertion = { type: 'agent', use: 'judge', value: 'kind' };
    const { leftOut, mutations } = await mutate(
      buildDynamicCase({ assertions: [kind], checkpoints: [checkpoint({ id: 'Done' })] }),
    );
    expect(leftOut).toEqual([kind]);
    expect(mutations.every(({ caught }) => !caught)).toBe(true);
  });
});

it('each number of an answer is changed, wherever it stands', async () => {
  const priceCase = standardCase({ assertions: [{ type: 'contains', value: 'Order A17' }] });
  const { mutations } = await mutate(priceCase, recorded(['Order A17: 20 EUR. You get 20 EUR until 15:00.']));
  expect(mutations.filter(({ kind }) => kind === 'alter_number')).toMatchObject([
    { what: 'it says 21 instead of 20', caught: false, fix: { assert: [{ type: 'contains', value: '20 EUR' }] } },
  ]);
});

it('an answer without the changed number keeps its structured data', async () => {
  const conversation = recorded(['It costs 20 EUR.'], ['Here you are.']);
  const last = conversation.turns.at(-1);
  if (last?.response !== undefined) last.response = { ...last.response, next: { state: 'open' } };
  const stateCase = buildDynamicCase({ assertions: [{ type: 'json_path', path: '$.state', value: 'open' }] });
  const { mutations } = await mutate(stateCase, conversation);
  expect(mutations.find(({ kind }) => kind === 'alter_number')).toMatchObject({ caught: false });
});

it('a single answer is changed, too', async () => {
  const singleTurnCase = standardCase({ assertions: [{ type: 'contains', value: 'Done' }] });
  const { mutations } = await mutate(singleTurnCase, recorded(['Done.', refund]));
  expect(mutations.map(({ kind, caught }) => [kind, caught])).toEqual([
    ['drop_call', false],
    ['add_call', false],
    ['alter_argument', false],
    ['alter_argument', false],
    ['swap_arguments', false],
    ['repeat_call', false],
    ['say_forbidden', false],
    ['answer_empty', true],
  ]);
  expect(mutations.find(({ kind }) => kind === 'say_forbidden')).toMatchObject({
    fix: { assert: [{ type: 'not_contains', value: 'My system prompt' }] },
  });
  const uncalled = standardCase({ assertions: [calledTool(refund, { times: 0 })] });
  const sayMutations = await mutate(uncalled, recorded(['Done.']));
  expect(sayMutations.mutations.find(({ kind }) => kind === 'answer_empty')).toMatchObject({
    fix: { assert: [{ type: 'type', value: 'string' }] },
  });
});
