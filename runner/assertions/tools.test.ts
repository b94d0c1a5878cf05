import { describe, expect, it } from 'vitest';
import { type Assertion, type AssertionResult, assertionSchema } from '../contract/index.ts';
import type { JsonObject } from '../values/index.ts';
import { checkAssertion } from './check-assertion.ts';
import { evaluateAssertion } from './evaluate-assertion.ts';
import type { ToolCallWithTurn } from './subject.ts';

const findCall: ToolCallWithTurn = { tool: 'get_order', arguments: { id: 1 }, result: { id: 1 }, turn: 1 };
const refundCall: ToolCallWithTurn = { server: 'shop', tool: 'refund', arguments: { id: 1, items: [1, 2] }, turn: 2 };
const wipeCall: ToolCallWithTurn = { tool: 'delete_all', turn: 3 };
const failedCall: ToolCallWithTurn = { tool: 'refund', arguments: { id: 1 }, error: 'too late', turn: 1 };

const g = createCall('get_order');
const r = createCall('refund');

describe('tools', () => {
  it.each<[string, JsonObject, ToolCallWithTurn[], boolean]>([
    [
      'exactly: every entry and every call has its partner',
      { match: 'exactly', calls: [r, g] },
      [findCall, refundCall],
      true,
    ],
    ['exactly: an extra call fails', { match: 'exactly', calls: [g, r] }, [findCall, refundCall, wipeCall], false],
    ['exactly: no calls at all', { match: 'exactly', calls: [] }, [], true],
    [
      'exactly: the same call twice needs two entries',
      { match: 'exactly', calls: [r] },
      [refundCall, refundCall],
      false,
    ],
    [
      'exactly: what is ignored may be there',
      { match: 'exactly', calls: [r], ignore: ['get_*'] },
      [findCall, refundCall],
      true,
    ],
    [
      'exactly: what is ignored may be asked for',
      { match: 'exactly', calls: [g], ignore: ['get_*'] },
      [findCall],
      true,
    ],
    [
      'in_order: others may stand between',
      { match: 'in_order', calls: [g, r] },
      [findCall, wipeCall, refundCall],
      true,
    ],
    ['in_order: the other way round fails', { match: 'in_order', calls: [r, g] }, [findCall, refundCall], false],
    ['any_order: others may be there', { match: 'any_order', calls: [r, g] }, [findCall, wipeCall, refundCall], true],
    ['any_order: an entry without a call fails', { match: 'any_order', calls: [r, r] }, [findCall, refundCall], false],
    ['only: entries need not occur', { match: 'only', calls: [r, g] }, [findCall, findCall], true],
    ['only: a call that fits no entry fails', { match: 'only', calls: [g] }, [findCall, wipeCall], false],
    ['only: a call with an error counts', { match: 'only', calls: [g] }, [findCall, failedCall], false],
    ['a call with an error does not count', { match: 'exactly', calls: [] }, [failedCall], true],
    ['a call with an error is no partner', { match: 'any_order', calls: [r] }, [failedCall], false],
    [
      'unless its entry says so',
      { match: 'exactly', calls: [{ name: 'refund', succeeded: false }] },
      [failedCall],
      true,
    ],
    ['arguments: a part is enough', { match: 'exactly', calls: [createCall('refund', { id: 1 })] }, [refundCall], true],
    [
      'arguments: exact wants all of them',
      { match: 'exactly', calls: [createCall('refund', { id: 1 })], arguments_match: 'exact' },
      [refundCall],
      false,
    ],
    [
      'lists keep their order',
      { match: 'exactly', calls: [createCall('refund', { items: [2, 1] })] },
      [refundCall],
      false,
    ],
    [
      'lists in any order, where that is said',
      { match: 'exactly', calls: [createCall('refund', { items: [2, 1] })], unordered: true },
      [refundCall],
      true,
    ],
    [
      'results are compared',
      { match: 'exactly', calls: [{ name: 'get_order', result: { id: 2 } }] },
      [findCall],
      false,
    ],
    [
      'no entry takes the only partner of another',
      { match: 'exactly', calls: [{ name: 'get_order' }, createCall('get_order', { id: 1 })] },
      [findCall, { tool: 'get_order', arguments: { id: 2 } }],
      true,
    ],
    [
      'a server belongs to the name',
      { match: 'exactly', calls: [{ name: 'shop.refund' }], ignore: ['shop__other'] },
      [refundCall],
      true,
    ],
    [
      'a tool is ignored by its name without the server',
      { match: 'exactly', calls: [], ignore: ['get_*', 'find_order'] },
      [{ tool: 'shop__get_order' }, { tool: 'crm.find_order' }],
      true,
    ],
    [
      'the name of a server is not ignored as the name of a tool',
      { match: 'exactly', calls: [], ignore: ['get_*'] },
      [{ tool: 'get_rid__delete_order' }, { tool: 'shop__forget_order' }],
      false,
    ],
  ])('%s', async (_title, fields, toolCalls, holds) => {
    expect((await judgeTools(fields, toolCalls)).status).toBe(holds ? 'passed' : 'failed');
  });

  it('lists missing, wrong, misplaced and extra calls apart, each with its turn', async () => {
    const calls = [createCall('refund', { id: 2 }), { name: 'notify' }];
    const { message, actual } = await judgeTools({ match: 'exactly', calls }, [failedCall, refundCall, wipeCall]);
    expect(message).toBe(
      'tool calls (exactly): missing: notify; wrong: shop__refund({"id":1,"items":[1,2]}) (turn 2) instead of refund({"id":2}); ' +
        'extra: delete_all (turn 3); calls with an error, which do not count: refund({"id":1}) (turn 1)',
    );
    expect(actual).toEqual([
      { name: 'refund', arguments: { id: 1 }, turn: 1, error: 'too late' },
      { name: 'shop__refund', arguments: { id: 1, items: [1, 2] }, turn: 2 },
      { name: 'delete_all', turn: 3 },
    ]);
    const swapped = await judgeTools({ match: 'in_order', calls: [r, g] }, [findCall, refundCall]);
    expect(swapped.message).toContain('out of order: get_order');
  });

  it('refuses a list that checks nothing, and patterns that cannot be read', () => {
    for (const match of ['any_order', 'in_order']) {
      expect(assertionSchema.safeParse({ type: 'tools', match, calls: [] }).success).toBe(false);
    }
    expect(assertionSchema.safeParse({ type: 'tools', match: 'some', calls: [] }).success).toBe(false);
    const parsed = assertionSchema.parse({ type: 'tools', match: 'only', calls: [{ name: 'a', result: 'regex:(' }] });
    expect(checkAssertion(parsed)).toMatchObject([{ field: 'calls' }]);
  });

  it('pairs thousands of calls without going over all of their orders', async () => {
    const many = Array.from({ length: 400 }, (_, id) => ({ tool: 'get', arguments: { id } }));
    const entries = many.map(({ arguments: args }) => createCall('get', args)).reverse();
    expect((await judgeTools({ match: 'exactly', calls: entries }, many)).status).toBe('passed');
  });
});

describe('tool_called', () => {
  it.each<[JsonObject, ToolCallWithTurn[], boolean]>([
    [{ value: 'refund', times: 2 }, [refundCall, refundCall], true],
    [{ value: 'refund', times: 2 }, [refundCall], false],
    [{ value: 'refund', times: 0 }, [findCall], true],
    [{ value: 'refund', times: 0 }, [refundCall], false],
    [{ value: 'refund', times: { max: 2 } }, [], true],
    [{ value: 'refund', times: { min: 1, max: 2 } }, [refundCall, refundCall, refundCall], false],
    [{ value: 'refund', times: { min: 1 } }, [], false],
    [{ value: ['refund', 'get_order'], times: 2 }, [refundCall, findCall], true],
    [{ value: 'refund', succeeded: true }, [failedCall], false],
    [{ value: 'refund', succeeded: true, times: 1 }, [failedCall, refundCall], true],
    [{ name: 'refund', arguments: { id: 1 }, arguments_match: 'exact' }, [refundCall], false],
    [{ name: 'refund', arguments: { items: [2, 1] }, unordered: true }, [refundCall], true],
  ])('%j', async (fields, toolCalls, holds) => {
    const assertion = assertionSchema.parse({ type: 'tool_called', ...fields });
    expect((await evaluate(assertion, toolCalls)).status).toBe(holds ? 'passed' : 'failed');
  });

  it('says how often a call was wanted', async () => {
    const result = await evaluate({ type: 'tool_called', value: 'refund', times: { min: 1, max: 2 } }, []);
    expect(result.message).toBe(
      'expected the agent to call "refund" at least once and at most 2 times, got no tool calls',
    );
  });

  it('refuses what would have no effect', () => {
    expect(assertionSchema.safeParse({ type: 'tool_called', value: 'a', times: {} }).success).toBe(false);
    expect(checkAssertion({ type: 'tool_called', value: 'a', unordered: true })).toMatchObject([
      { field: 'unordered', message: '"unordered" has no effect without arguments' },
    ]);
  });
});

describe('contains and equals', () => {
  it.each<[JsonObject, string, boolean]>([
    [{ type: 'contains', value: 'ORDER 12', ignore_case: true }, 'Your order 12 is here', true],
    [{ type: 'contains', value: 'order12', ignore_space: true }, 'Your order\n12 is here', true],
    [{ type: 'contains', value: '1497.65', numbers: true }, 'You owe $1,497.65.', true],
    [{ type: 'contains', value: 1497.65, numbers: true }, 'You owe $1,497.650', true],
    [{ type: 'contains', value: '97', numbers: true }, 'You owe 1497', false],
    [{ type: 'contains', value: '97' }, 'You owe 1497', true],
    [{ type: 'not_contains', value: 'SORRY', ignore_case: true }, 'sorry', false],
    [{ type: 'equals', value: '1,000 kr', numbers: true, ignore_space: true }, '1000kr', true],
    [{ type: 'equals', value: 'yes', ignore_case: true }, 'Yes!', false],
  ])('%j in %j', async (fields, text, holds) => {
    expect((await evaluate(assertionSchema.parse(fields), [], text)).status).toBe(holds ? 'passed' : 'failed');
  });
});

function createCall(name: string, args?: JsonObject): JsonObject {
  return args === undefined ? { name } : { name, arguments: args };
}

function judgeTools(fields: JsonObject, toolCalls: ToolCallWithTurn[]): Promise<AssertionResult> {
  return evaluate(assertionSchema.parse({ type: 'tools', ...fields }), toolCalls);
}

function evaluate(assertion: Assertion, toolCalls: ToolCallWithTurn[], text = ''): Promise<AssertionResult> {
  const helpers = {
    askBuiltInJudge: () => Promise.reject(new Error('nobody judges')),
    askValidator: () => Promise.reject(new Error('nobody judges')),
    runScript: () => Promise.reject(new Error('no script runs')),
  };
  const subject = { value: text, text, toolCalls, input: null };
  return evaluateAssertion({ assertion, subject, helpers }, new AbortController().signal);
}

describe('what is not there', () => {
  it.each<[JsonObject, string]>([
    [{ type: 'json_path', path: '$.error', value: 'x', negate: true }, 'no JSON'],
    [{ type: 'json_path', path: '$.error', value: 'x', negate: true }, '{"ok": true}'],
    [{ type: 'json_path', path: '$.x[*].id', value: [] }, '{"ok": true}'],
    [{ type: 'type', path: '$.error', value: 'null' }, '{"ok": true}'],
    [{ type: 'type', path: '$.error', value: 'string', negate: true }, '{"ok": true}'],
    [{ type: 'not_contains', value: 'sorry' }, ''],
    [{ type: 'regex', value: 'sorry', negate: true }, ''],
  ])('fails, negated or not: %j in %j', async (fields, text) => {
    const assertion = assertionSchema.parse(fields);
    expect(await evaluate(assertion, [], text)).toMatchObject({ status: 'failed', message: expect.any(String) });
  });
});
