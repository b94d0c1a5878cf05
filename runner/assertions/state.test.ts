import { describe, expect, it } from 'vitest';
import { neverAborted } from '../testing/model-request.ts';
import type { Json } from '../values/index.ts';
import { evaluateAssertion } from './evaluate-assertion.ts';
import type { AssertionOf, Subject } from './subject.ts';

const subject: Subject = {
  value: 'done',
  text: 'done',
  toolCalls: [],
  input: 'go',
  state: { orders: [{ id: 1, status: 'refunded' }] },
};

function judgeState(assertion: Omit<AssertionOf<'state'>, 'type'>, about: Subject = subject, answer: Json = true) {
  const requests: Json[][] = [];
  const helpers = {
    askBuiltInJudge: () => Promise.reject(new Error('nobody judges')),
    askValidator: () => Promise.reject(new Error('no validator')),
    runScript: ({ arguments: values }: { arguments: Json[] }) => {
      requests.push(values);
      return Promise.resolve(answer);
    },
  };
  const result = evaluateAssertion(
    { assertion: { type: 'state', ...assertion }, subject: about, helpers },
    neverAborted(),
  );
  return result.then((outcome) => ({ ...outcome, asked: requests[0] }));
}

describe('an assertion on the state', () => {
  it('compares a part as json_path does, or the whole', async () => {
    expect(await judgeState({ path: '$.orders[0].status', value: 'refunded' })).toMatchObject({ status: 'passed' });
    expect(await judgeState({ path: '$.orders[?(@.id==1)].status', value: ['refunded'] })).toMatchObject({
      status: 'passed',
    });
    expect(await judgeState({ path: '$.orders[0].status', value: 'paid' })).toMatchObject({
      status: 'failed',
      path: '$.orders[0].status',
      message: 'expected $.orders[0].status to equal "paid", got "refunded"',
    });
    expect(await judgeState({ equals: { orders: [{ status: 'refunded', id: 1 }] } })).toMatchObject({
      status: 'passed',
    });
    expect(await judgeState({ equals: { orders: [] }, negate: true })).toMatchObject({ status: 'passed' });
    expect(await judgeState({ equals: { orders: [] } })).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('expected the state to equal {"orders":[]}'),
    });
  });

  it('fails where nothing is at the path, negated or not, and is an error without a state', async () => {
    expect(await judgeState({ path: '$.x', value: 1 })).toMatchObject({ status: 'failed' });
    expect(await judgeState({ path: '$.x', value: 1, negate: true })).toMatchObject({ status: 'failed' });
    const { state: _, ...without } = subject;
    expect(await judgeState({ path: '$.x', value: 1 }, without)).toMatchObject({
      status: 'error',
      message: 'the attempt has no state',
    });
  });

  it('asks a function with the state, the conversation and the metadata', async () => {
    const options = { metadata: { limit: 1 } };
    const turn = { turn: 1, input: 'go', output: 'done' };
    expect(await judgeState({ use: 'scripts:shop.Check', options })).toMatchObject({
      status: 'passed',
      asked: [subject.state, { turns: [{ ...turn, tool_calls: [] }], state: subject.state }, { limit: 1 }],
    });
    const conversation = [{ ...turn, tool_calls: [] }];
    expect(
      await judgeState({ use: 'scripts:shop.Check' }, { ...subject, conversation }, { pass: false }),
    ).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('script scripts:shop.Check rejected the state'),
      asked: [subject.state, { turns: conversation, state: subject.state }, null],
    });
  });
});
