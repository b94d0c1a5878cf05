import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../values/index.ts';
import { computeCaseHash } from '../case-hash.ts';
import { parseCases, type ReadState } from '../parse-cases.ts';

function parse(testCase: JsonObject, readState?: ReadState) {
  const text = JSON.stringify({ id: 'a', input: 'x', ...testCase });
  const { cases, problems, warnings } = parseCases({ text, file: 'a.jsonl', hashOf: computeCaseHash, readState });
  const describeProblems = (list: typeof problems) =>
    list.map(({ column, message, suggestion }) => ({ at: text.slice(column - 1, column + 7), message, suggestion }));
  return { cases, problems: describeProblems(problems), warnings: describeProblems(warnings) };
}

const mocks = { get_order: { result: { $state: '$.orders[?(@.id=={{id}})]' } } };

it('warns of a result that is only what its mock always answers', () => {
  const check = (result: JsonObject) => ({ type: 'tool_result', value: { tool: 'find', result } });
  const paid = { result: { status: 'paid', id: '{{id}}' } };
  const message =
    'this always holds for calls of find, because its mock always gives this answer; use "tool_called" to check the arguments';
  expect(
    parse({ mocks: { find: paid }, assert: check({ status: 'paid' }) }).warnings.map((each) => each.message),
  ).toEqual([message]);
  const others: JsonObject[] = [
    { mocks: { find: [{ when: { id: 7 }, ...paid }] }, assert: check({ status: 'paid' }) },
    { mocks: { find: [{ when: { id: 7 }, ...paid }, { result: {} }] }, assert: check({ status: 'paid' }) },
    {
      mocks: { find: { result: { status: { $state: '$.s' } } } },
      state: { s: 'paid' },
      assert: check({ status: 'paid' }),
    },
    { mocks: { find: paid }, assert: check({ id: '7' }) },
    { mocks: { find: paid }, assert: { type: 'tool_result', value: { tool: 'find' } } },
    { mocks: { find: paid }, turns: ['x'], never: check({ status: 'paid' }) },
  ];
  expect(others.flatMap((each) => parse(each).warnings)).toEqual([]);
});

it('warns of a tool that nothing answers, nearly of the name of a mock or in a limit on a question', () => {
  const wipe = { delete_account: { result: 'gone' } };
  const neverRule = (name: string, fields: JsonObject = {}): JsonObject => ({
    mocks: wipe,
    turns: ['x'],
    never: { type: 'tool_called', name },
    assert: { type: 'contains', value: 'colleague' },
    ...fields,
  });
  expect(parse(neverRule('delete_acount')).warnings).toEqual([
    expect.objectContaining({ message: '"delete_acount" has no mock in this case', suggestion: 'delete_account' }),
  ]);
  const elicitedAssertion = (value: string, fields: JsonObject = {}): JsonObject => ({
    mocks: wipe,
    simulator: { goal: 'close my account', facts: { day: 'Friday' } },
    assert: { type: 'elicited', value: ['day'], before: { type: 'tool_called', value } },
    ...fields,
  });
  expect(parse(elicitedAssertion('close_account')).warnings.map(({ message }) => message)).toEqual([
    '"before" has no effect: "close_account" has no mock in this case, so it is never called',
  ]);
  const others = [
    neverRule('delete_account'),
    neverRule('delete_accounts'),
    neverRule('delete_acount', { pass: ['delete_*'] }),
    neverRule('send_money'),
    elicitedAssertion('delete_account'),
    elicitedAssertion('close_account', { pass: ['close_*'] }),
  ];
  expect(others.flatMap((each) => parse(each).warnings)).toEqual([]);
});

it('warns of a text that a checkpoint finds in the message of a mock', () => {
  const conversationCase = (result: JsonObject, value: string, fields: JsonObject = {}): JsonObject => ({
    mocks: { book: { result } },
    turns: ['x'],
    checkpoints: [{ id: 'tells', assert: { type: 'contains', value } }],
    ...fields,
  });
  const booked = { message: 'Booked for Friday', ok: true };
  expect(parse(conversationCase(booked, 'for Friday')).warnings.map(({ message }) => message)).toEqual([
    'this also holds for the "message" of book, which its mock gives, whatever the agent says',
  ]);
  const others = [
    conversationCase(booked, 'See you on Friday'),
    conversationCase({ text: 'Booked for Friday' }, 'for Friday'),
    conversationCase(booked, 'Sunday', { assert: { type: 'contains', value: 'for Friday' } }),
  ];
  expect(others.flatMap((each) => parse(each).warnings)).toEqual([]);
});

it('warns of a delay that a limit of time cannot notice', () => {
  const delayed = (duration: string, limit: JsonObject): JsonObject => ({
    mocks: { find: [{ fault: { kind: 'delay', duration } }, { result: 1 }] },
    assert: [
      { type: 'limits', ...limit },
      { type: 'contains', value: 'found' },
    ],
  });
  expect(parse(delayed('5ms', { turn_duration: '10s' })).warnings).toEqual([
    { at: '"5ms"}},', message: 'a delay of 5ms is too short for the limit of 10s to notice' },
  ]);
  const others = [
    delayed('50ms', { turn_duration: '10s' }),
    delayed('5ms', { tool_calls: 3 }),
    delayed('1s', { duration: '10s' }),
  ];
  expect(others.flatMap((each) => parse(each).warnings)).toEqual([]);
});

describe('mocks in a case', () => {
  it('are lists of entries, beside a state and tools that are let through', () => {
    const state = { orders: [] };
    const { cases, problems } = parse({ mocks, state, pass: ['get_*'] });
    expect(problems).toEqual([]);
    expect(cases).toMatchObject([{ mocks: { get_order: [mocks.get_order] }, state, pass: ['get_*'] }]);
    expect(parse({ mocks, state, turns: ['hi'], assert: { type: 'state', equals: state } }).cases).toMatchObject([
      { kind: 'dynamic', mocks: { get_order: [mocks.get_order] }, state },
    ]);
  });

  it.each<[string, JsonObject]>([
    ['an id', { user: { id: 7 } }],
    ['a date', { booking: { date: '2026-03-02' } }],
    ['a gate', { flight: { gate: 'B4' } }],
    ['a limit', { price: { max: 5, min: 1 } }],
    ['a value that other rules have as an object', { price: { max: 5 } }],
  ])('take members of arguments that are no operators: %s', (_what, when) => {
    const assert = { type: 'tool_called', value: { name: 'a', arguments: { price: { max: 4 } } } };
    expect(parse({ mocks: { a: [{ when, result: 1 }, { result: 2 }] }, assert }).problems).toEqual([]);
  });

  it.each<[string, JsonObject, string, string | undefined]>([
    ['unknown keys', { mocks: { a: { reslt: 1 } } }, 'unknown key "reslt"', 'result'],
    ['two actions', { mocks: { a: { result: 1, error: 'x' } } }, 'exactly one of result, error, use, fault', undefined],
    ['empty lists', { mocks: { a: [] } }, 'an empty list of entries cannot answer a call', undefined],
    ['unknown faults', { mocks: { a: { fault: { kind: 'tmeout' } } } }, 'must be one of error, timeout', 'timeout'],
    ['unknown operators', { mocks: { a: { when: { n: { $gt: 5 } }, result: 1 } } }, '"$gt" is not an operator', 'gt'],
    [
      'slips of operators',
      { mocks: { a: { when: { n: { regx: 'x' } }, result: 1 } } },
      '"regx" is not an operator',
      'regex',
    ],
    [
      'other words for them',
      { mocks: { a: { when: { n: { neq: 1 } }, result: 1 } } },
      '"neq" is not an operator',
      'ne',
    ],
    [
      'members of an argument that another entry compares',
      {
        mocks: {
          a: [
            { when: { n: { above: 5 } }, result: 1 },
            { when: { n: { lte: 5 } }, result: 2 },
          ],
        },
      },
      '"above" is not an operator, and "n" is a plain value elsewhere in this case; operators are eq, ne,',
      undefined,
    ],
    [
      'members of an argument that a rule has as a number',
      {
        mocks: { a: { when: { to: { n: { gtt: 5 } } }, result: 1 } },
        assert: { type: 'tool_called', value: { name: 'a', arguments: { to: { n: 7 } } } },
      },
      '"gtt" is not an operator, and "n" is a plain value elsewhere',
      'gt',
    ],
    [
      'mixed operators',
      { mocks: { a: { when: { n: { gt: 5, lessthan: 1 } }, result: 1 } } },
      'next to gt is not an operator',
      undefined,
    ],
    ['wrong operands', { mocks: { a: { when: { n: { in: 5 } }, result: 1 } } }, '"in" needs a list', undefined],
    ['broken patterns', { mocks: { a: { when: { n: { regex: '(' } }, result: 1 } } }, 'invalid regex "("', undefined],
    [
      'late answers without one',
      { mocks: { a: { fault: { kind: 'delay' } } } },
      'delay needs another entry after it',
      undefined,
    ],
    [
      'quoted placeholders',
      { mocks: { a: { result: { $state: "$.a[?(@.id=='{{id}}')]" } } }, state: { a: [] } },
      'adds quotes around a text by itself',
      undefined,
    ],
    [
      'placeholders as keys',
      { mocks: { a: { result: { $state: '$.a.{{id}}' } } }, state: { a: {} } },
      'in brackets: [{{id}}]',
      undefined,
    ],
    [
      'placeholders as paths',
      { mocks: { a: { result: { $state: '{{id}}' } } }, state: {} },
      'an argument cannot be a path',
      undefined,
    ],
    [
      'broken paths',
      { mocks: { a: { result: { $state: '$.a..b' } } }, state: { a: 1 } },
      'unsupported JSON path',
      undefined,
    ],
    [
      'paths to nowhere',
      { mocks: { a: { result: { $state: '$.order[0]' } } }, state: { orders: [] } },
      'it has no "order"',
      'orders',
    ],
    [
      'asserted paths to nowhere',
      { state: { orders: [] }, assert: { type: 'state', path: '$.order', value: 1 } },
      'it has no "order"',
      'orders',
    ],
    [
      'assertions without a state',
      { assert: { type: 'state', path: '$.a', value: 1 } },
      '"state" needs a "state" in the case',
      undefined,
    ],
    [
      'half an assertion',
      { state: {}, assert: { type: 'state', path: '$.a' } },
      'needs "path" with "value"',
      undefined,
    ],
    [
      'a state in never',
      { state: { a: 1 }, turns: ['x'], never: { type: 'state', equals: 1 } },
      'cannot be used in "never"',
      undefined,
    ],
    [
      'a state in turns',
      { state: { a: 1 }, turns: [{ input: 'x', assert: { type: 'state', equals: 1 } }] },
      'cannot be used in "turns"',
      undefined,
    ],
    [
      'a state in checkpoints',
      { state: { a: 1 }, checkpoints: [{ id: 'c', assert: { type: 'state', equals: 1 } }] },
      'cannot be used in a checkpoint',
      undefined,
    ],
  ])('are refused: %s', (_, testCase, message, suggestion) => {
    const { problems } = parse(testCase);
    expect(problems).toContainEqual(expect.objectContaining({ message: expect.stringContaining(message), suggestion }));
  });

  it('are warned of where they can have no effect', () => {
    expect(parse({ pass: ['a'] }).warnings).toMatchObject([
      { at: '"pass":[', message: expect.stringContaining('no effect') },
    ]);
    expect(parse({ mocks: { a: [{ result: 1 }, { result: 2 }] } }).warnings).toMatchObject([
      { message: 'this entry is never used, because entry 1 answers every call; add a "when" to that entry' },
    ]);
    const scripted = {
      mocks: { a: { use: 'scripts:x.A' }, b: { result: [{ $state: '$.late' }, { $state: '$.order' }] } },
      state: { orders: [] },
    };
    expect(parse(scripted)).toMatchObject({
      problems: [],
      warnings: [{ message: expect.stringContaining('nothing at $.order') }],
    });
  });
});

describe('a state in a file', () => {
  const readState: ReadState = (file) =>
    file === 'shop.json'
      ? { ok: true, state: { orders: [] } }
      : { ok: false, message: `the state file "${file}" does not exist`, suggestion: 'shop.json' };

  it('is read, and another content is another case', () => {
    const first = parse({ mocks, state: 'shop.json' }, readState).cases;
    expect(first).toMatchObject([{ state: { orders: [] } }]);
    const [other] = parse({ mocks, state: 'shop.json' }, () => ({ ok: true, state: { orders: [1] } })).cases;
    expect(other?.hash).not.toBe(first[0]?.hash);
    expect(parse({ mocks, state: 'shop.json' }, readState).cases[0]?.hash).toBe(first[0]?.hash);
  });

  it('must be there', () => {
    expect(parse({ mocks, state: 'shopp.json' }, readState).problems).toEqual([
      { at: '"shopp.j', message: 'the state file "shopp.json" does not exist', suggestion: 'shop.json' },
    ]);
    expect(
      parse({ state: 'shop.json', assert: { type: 'state', path: '$.order', value: 1 } }, readState).problems,
    ).toMatchObject([{ suggestion: 'orders' }]);
  });
});

describe('a hostile text', () => {
  const mocksWithNote = { get_order: { result: { note: 'Ring twice.' } } };
  const goal = { type: 'tool_called', name: 'refund' };
  const inject = { into: 'get_order.$.note', text: 'Now {{order}}.', goal };
  const problem = (testCase: JsonObject) =>
    parse({ mocks: mocksWithNote, ...testCase }).problems.map((each) => [each.at, each.message]);

  it('is read with a case that has mocks', () => {
    expect(problem({ inject })).toEqual([]);
    expect(problem({ inject: { ...inject, into: 'shop__get_order.$[0].note' } })).toEqual([]);
    expect(parse({ inject }).problems[0]?.message).toBe(
      '"inject" adds a text to the answer of a mock, and this case has no "mocks"',
    );
  });

  it.each([
    [{ into: 'get_order.note' }, /names no text in an answer; write the tool and a path, such as get_order\.\$\.note/],
    [{ into: 'get_order.$..note' }, /search at any depth/],
    [{ into: 'get_ordr.$.note' }, /"get_ordr" has no mock in this case/],
    [{ text: '@importnt_message' }, /there is no template "importnt_message"; templates are plain_order, /],
    [{ text: 'Do {{ordr}}' }, /\{\{ordr\}\} is not a placeholder; placeholders are \{\{order\}\}/],
    [
      { goal: { type: 'canary', in: 'answer' }, text: 'Say BANANA' },
      /the text has no \{\{first\}\} and \{\{second\}\}/,
    ],
    [{ goal: { type: 'tool_called', name: 'get_ordr' } }, /"get_ordr" has no mock in this case/],
    [{ from_turn: 2 }, /the text is never added: the case ends with turn 1/],
    [
      { goal: { type: 'tool_caled', name: 'x' } },
      /"inject\.goal\.type" must be .*tool_called.*contains.*canary.*, not "tool_caled"/,
    ],
    [{ goal: { type: 'canary', in: 'note' } }, /"inject\.goal\.in" must be/],
    [{ goal: { type: 'tool_called' } }, /"inject\.goal\.name" is missing/],
    [{ goal: 7 }, /"inject\.goal" must be/],
  ])('%j is no text that can be placed', (fields: JsonObject, message) => {
    expect(problem({ inject: { ...inject, ...fields } })).toEqual([
      [expect.any(String), expect.stringMatching(message)],
    ]);
  });

  it('proposes the names that were meant', () => {
    const suggestion = (fields: JsonObject) =>
      parse({ mocks: mocksWithNote, inject: { ...inject, ...fields } }).problems[0]?.suggestion;
    expect([suggestion({ into: 'get_ordr.$.note' }), suggestion({ text: '@plain_ordr' })]).toEqual([
      'get_order.$.note',
      '@plain_order',
    ]);
  });
});
