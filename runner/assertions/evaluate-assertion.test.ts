import { describe, expect, it } from 'vitest';
import { type Assertion, type AssertionResult, assertionSchema, type ToolCall } from '../contract/index.ts';
import { isJsonObject, type Json, parseJson } from '../values/index.ts';
import { evaluateAssertion, evaluateAssertionSynchronously, judgeValueAsOutput } from './evaluate-assertion.ts';
import type { AssertionHelpers, ScriptAssertionCall, Subject, ValidationCall } from './subject.ts';
import { toPlainText } from './to-plain-text.ts';

type SubjectParts = Partial<
  Pick<Subject, 'value' | 'next' | 'toolCalls' | 'input' | 'tokens' | 'cost' | 'durationMs' | 'conversation'>
> & {
  helpers?: Partial<AssertionHelpers>;
};

describe('every assertion', () => {
  it.each(['', ' '])('says why it failed where its own message says nothing: %j', async (message) => {
    const result = await evaluateOn({ type: 'equals', value: 'a', message }, { value: 'b' });
    expect(result.message).toBe('expected output to equal "a", got "b"');
  });

  it('answers with what it expected and what it saw', async () => {
    expect(await evaluateOn({ type: 'equals', value: 'OK' }, { value: 'OK' })).toEqual({
      type: 'equals',
      status: 'passed',
      expected: 'OK',
      actual: 'OK',
    });
  });

  it.each<[Assertion, SubjectParts]>([
    [{ type: 'equals', value: { id: 9007199254740992 } }, { value: parseJson('{"id": 9007199254740993}') }],
    [{ type: 'json_path', path: 'id', value: 9007199254740992 }, { value: 'Found {"id": 9007199254740993}.' }],
    [
      { type: 'json_path', path: 'a[?(@.id == 9007199254740992)].n', value: [1] },
      { value: '{"a":[{"id":9007199254740993,"n":1}]}' },
    ],
    [
      { type: 'tool_called', value: { name: 'get', arguments: { id: 9007199254740992 } } },
      { toolCalls: [{ tool: 'get', arguments: '{"id":9007199254740993}' }] },
    ],
  ])('takes no number for its neighbour that JavaScript cannot hold: %j', async (assertion, parts) => {
    expect((await evaluateOn(assertion, parts)).status).toBe('failed');
    const exactAssertion: Assertion = JSON.parse(
      JSON.stringify(assertion)
        .replace(/(?<!== )9007199254740992/, '"9007199254740993"')
        .replace('== 9007199254740992', '== 9007199254740993'),
    );
    expect((await evaluateOn(exactAssertion, parts)).status).toBe('passed');
  });

  it.each<[Assertion, SubjectParts, string]>([
    [{ type: 'equals', value: 'OK' }, { value: 'OK\n' }, 'expected output to equal "OK", got "OK\\n"'],
    [{ type: 'equals', value: { a: 1 } }, { value: '{"a":1}' }, 'expected output to equal {"a":1}, got "{\\"a\\":1}"'],
    [{ type: 'contains', value: 'sunny' }, { value: 'rain' }, 'expected output to contain "sunny", got "rain"'],
    [{ type: 'not_contains', value: 'rain' }, { value: 'rain' }, 'expected output not to contain "rain", got "rain"'],
    [{ type: 'regex', value: '^a' }, { value: 'ba' }, 'expected output to match /^a/, got "ba"'],
    [{ type: 'json_path', path: 'a', value: 1 }, { value: { a: 2 } }, 'expected a to equal 1, got 2'],
    [
      { type: 'json_path', path: 'b', value: [1, 2] },
      { value: { a: 2 } },
      'expected b to equal, or be one of, [1,2], got no value there in {"a":2}',
    ],
    [
      { type: 'json_path', path: 'a', value: 1 },
      { value: 'no json' },
      'expected a to equal 1, got no JSON in "no json"',
    ],
    [{ type: 'type', value: 'integer' }, { value: 1.5 }, 'expected output to be of type integer, got number 1.5'],
    [
      { type: 'type', value: 'string', path: 'a.b' },
      { value: '{"a":{"b":[]}}' },
      'expected a.b to be of type string, got array []',
    ],
    [
      { type: 'type', value: 'string', path: 'a' },
      { value: 'no json' },
      'expected a to be of type string, got no JSON in "no json"',
    ],
    [{ type: 'tool_called', value: 'setup' }, {}, 'expected the agent to call "setup", got no tool calls'],
    [
      { type: 'tool_called', value: 'setup' },
      { toolCalls: [{ tool: 'other' }, { tool: 'third', arguments: { n: 1 } }] },
      'expected the agent to call "setup", got other, third({"n":1})',
    ],
    [
      { type: 'tool_called', value: 'setup', times: 2 },
      { toolCalls: [{ tool: 'setup' }, { tool: 'other' }] },
      'expected the agent to call "setup" exactly 2 times, got setup, other',
    ],
    [
      { type: 'tools', match: 'exactly', calls: [], negate: true },
      {},
      'tool calls should not have been (exactly) none, got no tool calls',
    ],
    [
      { type: 'tools', match: 'exactly', calls: [{ name: 'setup' }], negate: true },
      { toolCalls: [{ tool: 'setup' }] },
      'tool calls should not have been (exactly) setup, got setup',
    ],
    [
      { type: 'tool_called', name: 'setup', arguments: { n: 1 } },
      { toolCalls: [{ tool: 'setup', arguments: { n: 2 } }, { tool: 'other' }] },
      'expected the agent to call "setup" with {"n":1}, got setup({"n":2})',
    ],
    [
      { type: 'tool_result', value: { tool: 'setup', result: { success: true } } },
      { toolCalls: [{ tool: 'setup', result: { success: false } }] },
      'expected a call of "setup" to return {"success":true}, got {"success":false}',
    ],
    [
      { type: 'tool_result', value: { tool: 'setup' } },
      { toolCalls: [{ server: 'srv', tool: 'other' }] },
      'expected a call of "setup" to succeed, got only calls to srv__other',
    ],
    [
      { type: 'limits', turns: 0, tool_calls: 0, tokens: 1_000, cost: 0.01, duration: '3s', turn_duration: '1m' },
      { toolCalls: [{ tool: 'setup' }], tokens: 1_203, cost: 0.0125, durationMs: 3_204.5 },
      'turns 1 > 0, tool_calls 1 > 0, tokens 1,203 > 1,000, cost 0.0125 > 0.01, duration 3.2045s > 3s',
    ],
    [
      { type: 'limits', turn_duration: '1.5h', tokens: 1, negate: true },
      { tokens: 1, durationMs: 0 },
      'within its limits: {"tokens":1,"turn_duration":"0s"}',
    ],
  ])('says what failed: %j', async (assertion, parts, message) => {
    expect(await evaluateOn(assertion, parts)).toMatchObject({ status: 'failed', message });
  });

  it('shortens what it shows, not what it compares', async () => {
    const text = 'x'.repeat(5_000);
    const { message } = await evaluateOn({ type: 'equals', value: 'y' }, { value: text });
    expect(message).toMatch(/… \(5000 characters\)$/);
    expect(message?.length).toBeLessThan(400);
    expect(await evaluateOn({ type: 'equals', value: text }, { value: text })).toMatchObject({ status: 'passed' });
  });

  it('may be negated, which the text says', async () => {
    const negated = { type: 'contains', value: 'x', negate: true } as const;
    expect(await evaluateOn(negated, { value: 'y' })).toMatchObject({ status: 'passed', negate: true });
    expect(await evaluateOn(negated, { value: 'x' })).toMatchObject({
      status: 'failed',
      message: 'expected output not to contain "x", got "x"',
    });
  });

  it('may bring its own failure text', async () => {
    const assertion = { type: 'contains', value: 'x', message: 'needs an x' } as const;
    expect(await evaluateOn(assertion, { value: 'y' })).toMatchObject({ message: 'needs an x' });
    expect(await evaluateOn(assertion, { value: 'x' })).not.toHaveProperty('message');
  });

  it.each<[Assertion, SubjectParts]>([
    [{ type: 'regex', value: '(' }, { value: 'x' }],
    [{ type: 'json_path', path: '$..a', value: 1 }, { value: { a: 1 } }],
    [{ type: 'type', path: 'a[', value: 'string' }, { value: { a: 1 } }],
    [{ type: 'tool_result', value: { tool: 't', result: ['regex:('] } }, { toolCalls: [{ tool: 't', result: ['x'] }] }],
    [{ type: 'script', script: 'scripts.a.Check' }, {}],
    [{ type: 'agent', use: 'v' }, {}],
    [
      { type: 'limits', tokens: 5, turns: 0 },
      { cost: 1, durationMs: 1 },
    ],
    [
      { type: 'limits', cost: 5 },
      { tokens: 1, durationMs: 1 },
    ],
    [
      { type: 'limits', duration: '5s' },
      { tokens: 1, cost: 1 },
    ],
  ])('is an error when it cannot be made, negated or not, with its own text or not: %j', async (assertion, parts) => {
    for (const manners of [{}, { negate: true }, { message: 'custom' }]) {
      const result = await evaluateOn({ ...assertion, ...manners }, parts);
      expect(result.status).toBe('error');
      expect(result.message).toMatch(/\w/);
      expect(result.message).not.toBe('custom');
    }
  });

  it('rejects when it is told to stop, rather than blaming the machinery', async () => {
    const stopped = new Error('time is up');
    const controller = new AbortController();
    const helpers: Partial<AssertionHelpers> = {
      async askValidator() {
        controller.abort(stopped);
        throw new Error('connection closed');
      },
    };
    await expect(evaluateOn({ type: 'agent', use: 'v' }, { helpers }, controller.signal)).rejects.toBe(stopped);
  });
});

describe('equals', () => {
  it.each<[Json, Json, AssertionResult['status']]>([
    [{ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }, 'passed'],
    [{ a: 1 }, { a: 1, b: 2 }, 'failed'],
    [{ a: null }, {}, 'failed'],
    [[1, 2], [2, 1], 'failed'],
    [1, 1.0, 'passed'],
    [1, '1', 'failed'],
    [{}, [], 'failed'],
    [null, null, 'passed'],
  ])('%j and %j: %s differs in nothing but structure', async (expected, actual, status) => {
    expect(await evaluateOn({ type: 'equals', value: expected }, { value: actual })).toMatchObject({ status });
  });
});

describe('contains', () => {
  it('reads objects as compact JSON with sorted keys and nothing escaped for HTML', async () => {
    const value = { b: 'a & b <i>', a: 1 };
    const assertion = { type: 'contains', value: '{"a":1,"b":"a & b <i>"}' } as const;
    expect(await evaluateOn(assertion, { value })).toMatchObject({ status: 'passed' });
  });

  it('finds nothing in no output', async () => {
    expect(await evaluateOn({ type: 'contains', value: 'null' }, { value: null })).toMatchObject({ status: 'failed' });
  });

  it.each<[string, SubjectParts, AssertionResult['status']]>([
    ['says nothing', { value: '' }, 'failed'],
    ['says nothing and calls a tool', { value: '', toolCalls: [{ tool: 'save' }] }, 'passed'],
    ['says something else', { value: 'rain' }, 'passed'],
    ['says it', { value: 'sunny' }, 'failed'],
  ])(
    'holds negated of an answer without the text, if there is an answer: one that %s',
    async (_what, parts, status) => {
      expect(await evaluateOn({ type: 'not_contains', value: 'sunny' }, parts)).toMatchObject({ status });
      expect(await evaluateOn({ type: 'contains', value: 'sunny', negate: true }, parts)).toMatchObject({ status });
      expect(await evaluateOn({ type: 'regex', value: 'sunny', negate: true }, parts)).toMatchObject({ status });
    },
  );
});

describe('json_path', () => {
  it.each<[string, SubjectParts, AssertionResult['status']]>([
    ['the JSON in the text', { value: 'Here: {"id": 1}', next: { id: 2 } }, 'passed'],
    ['the Next data beside prose', { value: 'Done.', next: { id: 1 } }, 'passed'],
    ['the Next data where the JSON in the text has no such thing', { value: 'Seats [4]', next: { id: 1 } }, 'passed'],
    ['nothing where neither has it', { value: '{"a": 1}', next: { b: 1 } }, 'failed'],
  ])('looks at %s', async (_what, parts, status) => {
    expect(await evaluateOn({ type: 'json_path', path: 'id', value: 1 }, parts)).toMatchObject({ status });
    expect(await evaluateOn({ type: 'type', path: 'id', value: 'number' }, parts)).toMatchObject({ status });
  });
});

describe('tool_called', () => {
  const toolCalls: ToolCall[] = [
    { server: 'agents_expense', tool: 'create', arguments: { item: { price: 5, tags: ['a', 'b'] }, note: 'x' } },
  ];

  it.each<[Json, AssertionResult['status']]>([
    ['create', 'passed'],
    ['agents_expense__create', 'passed'],
    ['agents_expense.create', 'passed'],
    ['expense', 'failed'],
    ['crea', 'failed'],
    [['delete', 'create'], 'passed'],
  ])('finds %j: %s', async (value, status) => {
    const assertion = Array.isArray(value) ? value.map(String) : String(value);
    expect(await evaluateOn({ type: 'tool_called', value: assertion }, { toolCalls })).toMatchObject({ status });
  });

  it.each<[Record<string, Json>, AssertionResult['status']]>([
    [{ item: { price: 5 } }, 'passed'],
    [{ item: { tags: ['a', 'b'] } }, 'passed'],
    [{ item: { tags: ['a'] } }, 'failed'],
    [{ item: { price: '5' } }, 'failed'],
    [{ other: null }, 'failed'],
    [{}, 'passed'],
  ])('compares arguments as a deep subset: %j %s', async (args, status) => {
    const value = { name: 'create', arguments: args };
    expect(await evaluateOn({ type: 'tool_called', value }, { toolCalls })).toMatchObject({ status });
  });
});

describe('the name of a tool', () => {
  const toolCalls: ToolCall[] = [{ server: 'agents.expense.tools', tool: 'setup', result: { ok: true } }];

  it.each(['setup', 'agents_expense_tools__setup', 'agents.expense.tools__setup', 'agents.expense.tools.setup'])(
    'may be %s',
    async (name) => {
      expect(await evaluateOn({ type: 'tool_called', value: name }, { toolCalls })).toMatchObject({ status: 'passed' });
      const result = { type: 'tool_result', value: { tool: name, result: { ok: true } } } as const;
      expect(await evaluateOn(result, { toolCalls })).toMatchObject({ status: 'passed' });
    },
  );

  it('is not a part of it', async () => {
    for (const value of ['expense_tools__setup', 'agents_expense_tools', 'set'])
      expect(await evaluateOn({ type: 'tool_called', value }, { toolCalls })).toMatchObject({ status: 'failed' });
  });
});

describe('tool_result', () => {
  const toolCalls: ToolCall[] = [
    { tool: 'srv__save', error: 'disk full', result: { success: true } },
    { tool: 'srv__save', result: { success: true, message: 'Saved now', rows: [{ id: 7, at: 'x' }] } },
  ];

  it.each<[Json, AssertionResult['status']]>([
    [{ success: true }, 'passed'],
    [{ message: 'regex:(?i)SAVED' }, 'passed'],
    [{ rows: [{ id: 7 }] }, 'passed'],
    [{ rows: [] }, 'failed'],
    [{ message: 'Saved' }, 'failed'],
    [{ missing: null }, 'failed'],
  ])('accepts any call that matches and did not fail: %j %s', async (result, status) => {
    const value = { tool: 'save', result };
    expect(await evaluateOn({ type: 'tool_result', value }, { toolCalls })).toMatchObject({ status });
  });

  it('never accepts a call that failed', async () => {
    const failed = toolCalls.slice(0, 1);
    expect(await evaluateOn({ type: 'tool_result', value: { tool: 'save' } }, { toolCalls: failed })).toMatchObject({
      status: 'failed',
      actual: [{ error: 'disk full' }],
    });
  });
});

describe('the verdict of a check that is made at once', () => {
  const task = { subject: { value: 'out', text: 'out', toolCalls: [], input: null } };
  const atOnce = (assertion: Assertion, terse?: boolean) =>
    evaluateAssertionSynchronously({ assertion, ...task, terse });

  it('is that of the check', () => {
    expect(atOnce({ type: 'equals', value: 'out' })).toMatchObject({ status: 'passed', actual: 'out' });
    expect(atOnce({ type: 'equals', value: 'x' })).toMatchObject({ status: 'failed', message: expect.any(String) });
    expect(atOnce({ type: 'equals', value: 'x', negate: true })).toMatchObject({ status: 'passed' });
    expect(atOnce({ type: 'regex', value: '(' })).toMatchObject({ status: 'error' });
  });

  it('is short where that is enough, and it failed', () => {
    expect(atOnce({ type: 'equals', value: 'x' }, true)).toEqual({ type: 'equals', status: 'failed' });
    expect(atOnce({ type: 'equals', value: 'out' }, true)).toMatchObject({ actual: 'out' });
  });

  it.each<Assertion>([
    { type: 'agent', use: 'v' },
    { type: 'script', use: 's.Check' },
    { type: 'snapshot' },
    { type: 'state', use: 's.Check' },
  ])('is nobody’s to give at once for %j', (assertion) => {
    expect(atOnce(assertion)).toBeUndefined();
  });

  it('of a value alone is given for what reads outputs', () => {
    expect(judgeValueAsOutput({ type: 'contains', value: 'u' }, 'out')).toMatchObject({ status: 'passed' });
    expect(judgeValueAsOutput({ type: 'tool_called', value: 'save' }, 'out')).toBeUndefined();
    expect(judgeValueAsOutput({ type: 'agent', use: 'v' }, 'out')).toBeUndefined();
  });
});

describe('limits', () => {
  it('may be reached, and are looked at only where there are some', async () => {
    const most = { tool_calls: 0, tokens: 1_000, turn_duration: '3s' };
    const usage = { tokens: 1_000, durationMs: 3_000 };
    expect(await evaluateOn({ type: 'limits', ...most }, usage)).toEqual({
      type: 'limits',
      status: 'passed',
      expected: most,
      actual: { tool_calls: 0, tokens: 1_000, turn_duration: '3s' },
    });
    expect(await evaluateOn({ type: 'limits', tokens: 999, negate: true }, usage)).toMatchObject({ status: 'passed' });
  });

  it('say all that is missing', async () => {
    expect(await evaluateOn({ type: 'limits', turns: 1, cost: 1, turn_duration: '1s' }, {})).toMatchObject({
      status: 'error',
      message: 'the answer reports no cost and no turn_duration',
      expected: { turns: 1, cost: 1, turn_duration: '1s' },
      actual: { turns: 1, cost: null, turn_duration: null },
    });
  });

  it.each<Json>([
    {},
    { message: 'too much', negate: true },
    { tokens: -1 },
    { turns: 1.5 },
    { duration: 3 },
    { duration: '0s' },
    { turn_duration: 'soon' },
    { calls: 1 },
  ])('cannot be %j', (fields) => {
    expect(assertionSchema.safeParse({ type: 'limits', ...(isJsonObject(fields) ? fields : {}) }).success).toBe(false);
  });
});

describe('script', () => {
  it('is called with the output, the input, what is expected, and metadata', async () => {
    const calls: ScriptAssertionCall[] = [];
    const assertion: Assertion = {
      type: 'script',
      use: 'scripts:tests.Check',
      expected: 5,
      options: { metadata: { min: 1 } },
    };
    await evaluateOn(assertion, { value: 'out', input: 'in', helpers: createScriptHelper(true, calls) });
    expect(calls).toEqual([{ reference: 'scripts:tests.Check', arguments: ['out', 'in', 5, { min: 1 }] }]);
  });

  it.each<[Json, AssertionResult['status'], string | undefined]>([
    [true, 'passed', undefined],
    [false, 'failed', 'script s.Check rejected the output "out"'],
    [{ pass: false, message: 'too small' }, 'failed', 'too small'],
    [{ passed: false, reason: 'too big' }, 'failed', 'too big'],
    [{ passed: true }, 'passed', undefined],
    [{ pass: 'yes' }, 'error', undefined],
    [
      { pass: true, passed: false },
      'error',
      'script s.Check must return true, false or {"pass": true | false, "message": "…"}, got {"pass":true,"passed":false}',
    ],
    [{ pass: true, passed: true }, 'passed', undefined],
    [{ pass: false, message: '' }, 'failed', 'script s.Check rejected the output "out"'],
    [{ pass: false, message: 5 }, 'failed', 'script s.Check rejected the output "out"'],
    ['true', 'error', undefined],
    [null, 'error', undefined],
  ])('answering %j is %s', async (answer, status, message) => {
    const result = await evaluateOn(
      { type: 'script', script: 's.Check' },
      { value: 'out', helpers: createScriptHelper(answer) },
    );
    expect(result.status).toBe(status);
    if (message !== undefined) expect(result.message).toBe(message);
  });
});

describe('agent', () => {
  it('asks the validator and keeps its request and answer in full', async () => {
    const calls: ValidationCall[] = [];
    const answer = 'Let me see. ```json\n{"passed": false, "reason": "rude", "score": 0.2, "extra": 1}\n```';
    const assertion: Assertion = {
      type: 'agent',
      use: 'agents:tests.validator',
      value: 'is friendly',
      options: { connector: 'gpt', metadata: { tone: 'warm' } },
    };
    const parts = { value: { k: 1 }, input: 'hello', helpers: createValidatorHelper(answer, calls) };
    const result = await evaluateOn(assertion, parts);
    const request = { output: { k: 1 }, input: 'hello', criteria: 'is friendly', tone: 'warm' };
    expect(calls).toEqual([{ use: 'tests.validator', connector: 'gpt', request }]);
    expect(result).toEqual({
      type: 'agent',
      status: 'failed',
      expected: 'is friendly',
      actual: { k: 1 },
      message: 'tests.validator rejected the output {"k":1}: rude',
      agentValidation: {
        passed: false,
        reason: 'rude',
        use: 'tests.validator',
        connector: 'gpt',
        score: 0.2,
        criteria: 'is friendly',
        input: { k: 1 },
        request,
        response: answer,
      },
      asked: assertion,
    });
  });

  it('quotes no single answer when it rejects a whole conversation', async () => {
    const assertion: Assertion = { type: 'agent', use: 'v', value: 'is polite' };
    const conversation = [
      { turn: 1, output: 'Are you stupid?' },
      { turn: 2, output: 'Have a nice day!' },
    ];
    const helpers = createValidatorHelper('{"passed":false,"reason":"rude"}');
    const { message } = await evaluateOn(assertion, { value: 'Have a nice day!', conversation, helpers });
    expect(message).toBe('v rejected the conversation of 2 turns: rude');
  });

  it('takes the criteria from the metadata when there is no value', async () => {
    const assertion: Assertion = { type: 'agent', use: 'v', options: { metadata: { criteria: 'short' } } };
    const result = await evaluateOn(assertion, { helpers: createValidatorHelper('{"passed":true,"reason":"ok"}') });
    expect(result).toMatchObject({ status: 'passed', expected: 'short', agentValidation: { criteria: 'short' } });
  });

  it('keeps an answer that is JSON as what it says, and any other word for word', async () => {
    const responseTo = async (answer: string) =>
      (await evaluateOn({ type: 'agent', use: 'v' }, { helpers: createValidatorHelper(answer) })).agentValidation
        ?.response;
    expect(await responseTo(' {"passed": true, "reason": "ok"}\n')).toEqual({ passed: true, reason: 'ok' });
    expect(await responseTo('I say: {"passed":true}')).toBe('I say: {"passed":true}');
  });

  it('understands a verdict in plain YAML', async () => {
    const helpers = createValidatorHelper('passed: false\nreason: too long');
    expect(await evaluateOn({ type: 'agent', use: 'v' }, { helpers })).toMatchObject({
      status: 'failed',
      agentValidation: { reason: 'too long' },
    });
  });

  it('mends an answer that is nearly JSON, and says so', async () => {
    const result = await evaluateOn(
      { type: 'agent', use: 'v' },
      { helpers: createValidatorHelper('{"passed": true "reason": "ok",}') },
    );
    expect(result).toMatchObject({ status: 'passed', agentValidation: { reason: 'ok', mended: true } });
  });

  it.each<[string[], 'passed' | 'failed' | 'error']>([
    [['I think so', '{"passed": true}', '{"passed": true}'], 'passed'],
    [['I think so', '{"passed": false}', '{"passed": false}'], 'failed'],
    [['I think so', '{"passed": true}', '{"passed": false}'], 'error'],
    [['I think so', '{"passed": true}', 'perhaps'], 'error'],
    [['I think so', 'perhaps', '{"passed": true}'], 'error'],
    [['I think so', '{"passed": true}', '{"passed": true, "score": 0}'], 'error'],
  ])('asks twice more when an answer decides nothing, and takes the majority of three: %j', async (replies, status) => {
    const answers = [...replies];
    const validate = async () => answers.shift() ?? '';
    const result = await evaluateOn({ type: 'agent', use: 'v' }, { helpers: { askValidator: validate } });
    expect(result).toMatchObject({ status, agentValidation: { asked_again: true } });
    expect(result.agentValidation?.votes).toHaveLength(3);
    expect(answers).toEqual([]);
  });

  it('is not asked again when it has decided, nor where it has several votes anyway', async () => {
    const judgeReplies = async (assertion: Assertion, replies: readonly string[]) => {
      const answers = [...replies];
      const validate = async () => answers.shift() ?? '';
      const { status } = await evaluateOn(assertion, { helpers: { askValidator: validate } });
      return [status, answers.length];
    };
    expect(await judgeReplies({ type: 'agent', use: 'v' }, ['{"passed": true}', '', ''])).toEqual(['passed', 2]);
    const three: Assertion = { type: 'agent', use: 'v', votes: 3 };
    expect(await judgeReplies(three, ['perhaps', '{"passed": true}', '{"passed": true}', ''])).toEqual(['passed', 1]);
  });

  it.each([
    ['{"passed": true} or rather {"passed": false}', 'two different verdicts in one reply'],
    ['{"passed": true, "passed": false}', 'two different verdicts in one reply'],
    ['passed: true\npassed: false', 'two different verdicts in one reply'],
    ['passed: false\n```json\n{"passed": true}\n```', 'two different verdicts in one reply'],
    ['{"passed": true "reason": "ok", "passed": false}', 'two different verdicts in one reply'],
    ['{"passed": true,}\n{"passed": false,}', 'two different verdicts in one reply'],
    ['```json\n{"passed": true,}\n```\n```json\n{"passed": false,}\n```', 'two different verdicts in one reply'],
    ['```\n{"passed": true}\n{"passed": false}\n```', 'two different verdicts in one reply'],
    ['```yaml\npassed: true\n```\n```yaml\npassed: false\n```', 'two different verdicts in one reply'],
    ['{"passed": true, "score": 0}', '"passed": true with the score 0'],
    ['{"passed": true, "score": -0.5}', '"passed": true with the score -0.5'],
    ['{"passed": false, "score": 1}', '"passed": false with the score 1, which is the maximum'],
    ['{"passed": false, "score": 10, "max_score": 10}', '"passed": false with the score 10, which is the maximum'],
  ])('is an error when the validator contradicts itself: %j', async (answer, conflict) => {
    for (const negate of [true, false]) {
      const calls: ValidationCall[] = [];
      const result = await evaluateOn(
        { type: 'agent', use: 'v', negate },
        { helpers: createValidatorHelper(answer, calls) },
      );
      expect(result).toMatchObject({ status: 'error', agentValidation: { passed: false } });
      expect(result.message).toBe(`validator v contradicts itself: ${conflict}, in ${JSON.stringify(answer)}`);
      expect(calls).toHaveLength(1);
    }
  });

  it.each<[string, 'passed' | 'failed', number | undefined]>([
    ['{"passed": true} as I said: {"passed": true}', 'passed', undefined],
    ['{"passed": false, "score": 1}', 'failed', 5],
    ['{"passed": false, "score": 3}', 'failed', undefined],
    ['{"passed": false, "score": 1, "max_score": 10}', 'failed', undefined],
    ['{"passed": true, "parts": [{"passed": false}]}', 'passed', undefined],
  ])('is no contradiction: %s', async (answer, status, most) => {
    const options = most === undefined ? undefined : { metadata: { max_score: most } };
    expect(
      await evaluateOn({ type: 'agent', use: 'v', options }, { helpers: createValidatorHelper(answer) }),
    ).toMatchObject({
      status,
    });
  });

  it.each(['{"passed": true | false, "reason": "…"}', '```\n{"passed": true|false}\n```'])(
    'is no verdict when the validator answers with the form of one: %s',
    async (answer) => {
      const result = await evaluateOn({ type: 'agent', use: 'v' }, { helpers: createValidatorHelper(answer) });
      expect(result).toMatchObject({ status: 'error', message: expect.stringContaining('must answer {"passed"') });
    },
  );

  it('takes the majority of its votes, and keeps each', async () => {
    const answers = ['{"passed": false, "reason": "cold"}', '{"passed": true, "reason": "warm"}', '{"passed": true}'];
    const result = await evaluateOn(
      { type: 'agent', use: 'v', votes: 3 },
      { helpers: createValidatorWithAnswers(answers) },
    );
    expect(result).toMatchObject({
      status: 'passed',
      agentValidation: {
        passed: true,
        reason: '2 of 3 votes passed: warm',
        votes: [
          { passed: false, reason: 'cold' },
          { passed: true, reason: 'warm' },
          { passed: true, reason: '' },
        ],
      },
    });
  });

  it('is an error without a majority of its votes', async () => {
    const answers = ['{"passed": false}', '{"passed": true}', '{"passed": true, "score": 0}'];
    const assertion: Assertion = { type: 'agent', use: 'v', votes: 3, negate: true };
    const result = await evaluateOn(assertion, { helpers: createValidatorWithAnswers(answers) });
    expect(result).toMatchObject({
      status: 'error',
      message: expect.stringContaining(
        'validator v: no majority of 3 votes: 1 passed, 1 failed, 1 without a verdict; validator v contradicts itself: ',
      ),
      agentValidation: { passed: false, response: { passed: true, score: 0 } },
    });
    expect(result.agentValidation?.votes?.at(-1)).toEqual({
      passed: null,
      reason: '"passed": true with the score 0',
    });
  });

  it('has an odd number of votes', () => {
    expect(assertionSchema.safeParse({ type: 'agent', use: 'v', votes: 3 }).success).toBe(true);
    for (const votes of [0, 2, -1, 1.5]) {
      expect(assertionSchema.safeParse({ type: 'agent', use: 'v', votes }).success).toBe(false);
    }
  });

  it.each(['', 'I think so', '{"passed":"true"}', '{"ok":true}', '[{"passed":true}]', '{"passed":true'])(
    'is an error when the validator answers %j',
    async (answer) => {
      const result = await evaluateOn(
        { type: 'agent', use: 'v', negate: true },
        { helpers: createValidatorHelper(answer) },
      );
      expect(result).toMatchObject({ status: 'error', agentValidation: { passed: false } });
      const { response } = result.agentValidation ?? {};
      expect(typeof response === 'string' ? response : JSON.stringify(response)).toBe(answer);
    },
  );
});

function evaluateOn(
  assertion: Assertion,
  parts: SubjectParts,
  signal = new AbortController().signal,
): Promise<AssertionResult> {
  const { value = null, next, toolCalls = [], input = null, tokens, cost, durationMs, conversation } = parts;
  const helpers: AssertionHelpers = {
    async askValidator() {
      throw new Error('no validator here');
    },
    async askBuiltInJudge() {
      throw new Error('no judge here');
    },
    async runScript() {
      throw new Error('no script here');
    },
    ...parts.helpers,
  };
  const subject = { value, text: toPlainText(value), next, toolCalls, input, tokens, cost, durationMs, conversation };
  return evaluateAssertion({ assertion, subject, helpers }, signal);
}

/** A fake validator that gives these answers, one per request. */
function createValidatorWithAnswers(answers: readonly string[]): Partial<AssertionHelpers> {
  const remaining = [...answers];
  return { askValidator: async () => remaining.shift() ?? '' };
}

function createScriptHelper(answer: Json, calls: ScriptAssertionCall[] = []): Partial<AssertionHelpers> {
  return {
    async runScript(call) {
      calls.push(call);
      return answer;
    },
  };
}

function createValidatorHelper(answer: string, calls: ValidationCall[] = []): Partial<AssertionHelpers> {
  return {
    async askValidator(call) {
      calls.push(call);
      return answer;
    },
  };
}
