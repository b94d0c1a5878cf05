import { describe, expect, it } from 'vitest';
import type { Assertion } from '../contract/index.ts';
import type { Json, JsonObject } from '../values/index.ts';
import { createSampleAnswer } from './breaking-answers.ts';
import { findAuthorMistake } from './find-author-mistake.ts';
import type { ToolCallWithTurn } from './subject.ts';

type AnswerParts = { value?: Json; calls?: ToolCallWithTurn[]; isForbidden?: boolean };

function findOverlookedHint(assertion: Assertion, { value = 'Done.', calls = [], isForbidden = false }: AnswerParts) {
  return findAuthorMistake({ assertion, isForbidden }, createSampleAnswer(value, { toolCalls: calls }));
}

const paidCall: ToolCallWithTurn = {
  tool: 'pay',
  arguments: { user: 'u1', amount: 1000, line1: 'x', to: { iban: 'DE1' } },
  result: { ok: true, count: 3 },
};
const forbidArguments = (expectedArguments: Record<string, Json>): Assertion => ({
  type: 'tool_called',
  name: 'pay',
  arguments: expectedArguments,
  times: 0,
});

describe('a call that a rule would have forbidden but for a slip', () => {
  it.each<[Record<string, Json>, string]>([
    [{ ammount: 1000 }, 'a rule looks for the argument "ammount" of pay, but found only "amount"'],
    [{ amount: '1000' }, 'a rule compares the argument "amount" of pay with "1000", but it is the number 1000'],
    [{ user: '*' }, 'a rule compares the argument "user" of pay with the text "*"; leave it out for any value'],
    [{ order: { amount: 1000 } }, 'a rule looks for the argument "order" of pay, but found "amount" outside of it'],
    [{ iban: 'DE1' }, 'a rule looks for the argument "iban" of pay, but found it below "to"'],
    [{ to: { ibna: 'DE1' } }, 'a rule looks for the argument "to"."ibna" of pay, but found only "iban"'],
    [
      { 'to.iban': 'DE1' },
      'a rule looks for the argument "to.iban" of pay, but found a nested value; write objects within objects, not a path',
    ],
  ])('is told: %j', (expectedArguments, message) => {
    expect(findOverlookedHint(forbidArguments(expectedArguments), { calls: [paidCall] })).toBe(message);
    const { times: _, ...positive } = forbidArguments(expectedArguments) as Extract<Assertion, { type: 'tool_called' }>;
    expect(findOverlookedHint({ ...positive, negate: true }, { calls: [paidCall] })).toBe(message);
    expect(findOverlookedHint(positive, { calls: [paidCall], isForbidden: true })).toBe(message);
  });

  it.each<[Record<string, Json>, string]>([
    [{ confirmed: false }, '"confirmed": false'],
    [{ user: 'u1', note: null }, '"note": null'],
    [{ tags: [] }, '"tags": []'],
  ])('is told where it leaves out what the rule names as empty: %j', (expectedArguments, named) => {
    const message = `a rule forbids pay with ${named}, but it was called without that argument`;
    expect(findOverlookedHint(forbidArguments(expectedArguments), { calls: [paidCall] })).toBe(message);
  });

  it.each<Record<string, Json>>([
    { user: 'u2', confirmed: false },
    { confirmed: true },
    { amount: 10 },
    { amount: '10' },
    { force: true },
    { line2: 'x' },
    { user: null },
    { order: { amount: 5 } },
    { iban: 'DE9' },
    { 'to.iban': 'DE9' },
    { user: 'u2', to: { iban: 'DE2' } },
  ])('is not told of a call that is another one: %j', (expectedArguments) => {
    expect(findOverlookedHint(forbidArguments(expectedArguments), { calls: [paidCall] })).toBeUndefined();
    expect(
      findOverlookedHint(forbidArguments({ ammount: 1000 }), { calls: [{ ...paidCall, tool: 'refund' }] }),
    ).toBeUndefined();
  });

  it('is told of arguments that are compared exactly, and of a tool nearly of that name', () => {
    const exact = { ...forbidArguments({ user: 'u1' }), arguments_match: 'exact' } as Assertion;
    expect(findOverlookedHint(exact, { calls: [paidCall] })).toBe(
      'a rule compares the arguments of pay exactly, so it does not forbid a call that has these arguments and others',
    );
    const none = { ...forbidArguments({}), arguments_match: 'exact' } as Assertion;
    expect(findOverlookedHint(none, { calls: [paidCall] })).toBeUndefined();
    const forbids = (value: string, tool: string) =>
      findOverlookedHint({ type: 'tool_called', value, negate: true }, { calls: [{ tool, arguments: {} }] });
    expect(forbids('delete_acount', 'delete_account')).toBe(
      'a rule forbids delete_acount, but delete_account was called',
    );
    const others = [
      ['get_orders', 'get_order'],
      ['get_product', 'get_project'],
      ['set_user', 'get_user'],
      ['unlock_door', 'lock_door'],
    ] as const;
    expect(others.map(([value, tool]) => forbids(value, tool))).toEqual(others.map(() => undefined));
  });

  it('is told of results that the agent does not report', () => {
    const rule: Assertion = { type: 'tool_result', value: { tool: 'pay', result: { ok: true } }, negate: true };
    const call = { tool: 'pay', arguments: {} };
    expect(findOverlookedHint(rule, { calls: [call] })).toBe(
      'a rule looks at the results of pay, but the agent reports none',
    );
    expect(findOverlookedHint(rule, { calls: [{ ...call, error: 'refused' }] })).toBeUndefined();
    expect(findOverlookedHint(rule, { calls: [call, { ...call, result: null }] })).toBeUndefined();
  });

  it('is told of the result of a tool', () => {
    const result = (expectedResult: Json): Assertion => ({
      type: 'tool_result',
      value: { tool: 'pay', result: expectedResult },
    });
    const overlookedHint = (expectedResult: Json) =>
      findOverlookedHint(result(expectedResult), { calls: [paidCall], isForbidden: true });
    expect(overlookedHint({ okay: true })).toBe(
      'a rule looks for the field "okay" in the result of pay, but found only "ok"',
    );
    expect([overlookedHint({ ok: false }), overlookedHint({ fee: 1 }), overlookedHint('failed')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(findOverlookedHint(result({ okay: true }), { calls: [paidCall] })).toBeUndefined();
  });
});

describe('a path that finds nothing', () => {
  const nothing = (path: string, value: Json = null): Assertion => ({ type: 'json_path', path, value });

  it.each<[string, Json, Json, string]>([
    ['$.eror', null, { error: 'down' }, 'the answer has "error" there'],
    ['$.Error', null, { error: 'down' }, 'the answer has "error" there'],
    ['$.cancelled_at', null, { cancelledAt: null }, 'the answer has "cancelledAt" there'],
    ['$.boxes', null, { box: [{ id: 1 }] }, 'the answer has "box" there'],
    ['$.city', null, { cities: ['Rome'] }, 'the answer has "cities" there'],
    ['$.error', null, { data: { error: 'down' } }, 'the answer has this value under "data"'],
    ['$.result.error', null, { error: 'down', result: {} }, 'the answer has it at a higher level'],
    ['$.a.error', null, { a: { b: { error: 'down' } } }, 'the answer has this value under "b"'],
    [
      '$.result.error',
      null,
      { error: 'down', id: 'x' },
      'the answer has no "result", but has the rest of the path without it',
    ],
    [
      '$.items[?(@.state == "broken")].id',
      [],
      { items: [{ condition: 'broken' }] },
      'no item has "state", but one has "broken" as "condition"',
    ],
    ['$.data.eror', null, { data: { error: 'down' } }, 'the answer has "error" there'],
    [
      '$.items[?(@.staus == "unpaid")].id',
      [],
      { items: [{ status: 'paid' }] },
      'no item has "staus", but they have "status"',
    ],
    [
      '$.items[?(@.status == "cancelled")]',
      [],
      { items: [{ status: 'canceled' }] },
      'no item has "cancelled", but one has "canceled"',
    ],
    [
      '$.items[?(@.amount > "100")]',
      [],
      { items: [{ amount: 500 }] },
      'the filter compares a text with a number (>), which no item satisfies',
    ],
  ])('is told where the answer has nearly that: %s', (path, value, answer, slip) => {
    expect(findOverlookedHint(nothing(path, value), { value: answer })).toBe(`a rule looks for ${path}; ${slip}`);
    expect(findOverlookedHint(nothing(path, value), { value: JSON.stringify(answer) })).toBe(
      `a rule looks for ${path}; ${slip}`,
    );
  });

  it.each<[string, Json, Json]>([
    ['$.error', null, { items: [] }],
    ['$.items[?(@.status == "skipped")]', [], { items: [{ status: 'shipped' }] }],
    ['$.items[?(@.name == "Maria")]', [], { items: [{ name: 'Marie' }] }],
    ['$.items[?(@.id == "A100")]', [], { items: [{ id: 'A10' }] }],
    ['$.error', null, { errors: [], error_count: 0 }],
    ['$.next', null, { text: 'x' }],
    ['$.address2', null, { address1: 'x' }],
    ['$.error', null, { data: { error: null } }],
    ['$.result.error', null, { error: null, result: {} }],
    ['$.result.error.code', null, { code: 200, result: {} }],
    ['$.result.error', null, { error: null, id: 'x' }],
    ['$.items[?(@.error == "late")]', [], { items: [{ status: 'paid' }] }],
    ['$.items[?(@.overdue == true)]', [], { items: [{ status: 'paid' }] }],
    ['$.items[?(@.amount > 100)]', [], { items: [{ amount: 5 }, { note: 'x' }] }],
    ['$.items[*].name', ['x'], { items: [{ name: 'x' }] }],
  ])('is not told where nothing is like it: %s', (path, value, answer) => {
    expect(findOverlookedHint(nothing(path, value), { value: answer })).toBeUndefined();
  });
});

describe('a type that a missing value cannot have', () => {
  it('is told of a path that is spelt otherwise', () => {
    const typed = (path: string, value: 'string' | 'null', negate?: true): Assertion =>
      ({ type: 'type', path, value, negate }) as Assertion;
    const value = { order_id: 'A1', refund: null };
    expect([
      findOverlookedHint(typed('$.orderId', 'string', true), { value }),
      findOverlookedHint(typed('$.orderId', 'null'), { value }),
      findOverlookedHint(typed('$.orderId', 'string'), { value, isForbidden: true }),
    ]).toEqual(Array(3).fill('a rule looks for $.orderId; the answer has "order_id" there'));
    expect([
      findOverlookedHint(typed('$.error', 'string', true), { value }),
      findOverlookedHint(typed('$.refund', 'null'), { value }),
      findOverlookedHint(typed('$.orderId', 'null', true), { value }),
    ]).toEqual([undefined, undefined, undefined]);
  });
});

it('is told of a forbidden list of calls with an argument that is spelt otherwise', () => {
  const forbid = (args: Record<string, Json>): Assertion => ({
    type: 'tools',
    match: 'any_order',
    calls: [{ name: 'pay', arguments: args }],
    negate: true,
  });
  expect(findOverlookedHint(forbid({ Amount: 1000 }), { calls: [paidCall] })).toBe(
    'a rule looks for the argument "Amount" of pay, but found only "amount"',
  );
  expect(findOverlookedHint(forbid({ amount: 5 }), { calls: [paidCall] })).toBeUndefined();
});

describe('a value that a rule does not forbid for its kind alone', () => {
  it.each<[Assertion, Json, string]>([
    [{ type: 'equals', value: 5, negate: true }, '5', 'a rule compares the answer with 5, but it is the text "5"'],
    [
      { type: 'equals', value: { ok: false }, negate: true },
      '{"ok": false}',
      'a rule compares the answer with {"ok":false}, but it is the text "{\\"ok\\": false}"',
    ],
    [
      { type: 'json_path', path: '$.ok', value: 'false', negate: true },
      { ok: false },
      'a rule compares $.ok with "false", but it is the boolean false',
    ],
    [
      { type: 'json_path', path: '$.order', value: { orderId: 'A1' }, negate: true },
      { order: { order_id: 'A1' } },
      'a rule compares $.order with {"orderId":"A1"}, but it is the object {"order_id":"A1"}',
    ],
    [
      { type: 'json_path', path: '$.amount', value: ['100', '200'], negate: true },
      { amount: 200 },
      'a rule compares $.amount with "200", but it is the number 200',
    ],
    [
      { type: 'type', value: 'null', negate: true },
      'null',
      'a rule forbids null as the answer, but the answer is the text "null"',
    ],
  ])('is told: %j', (assertion, value, message) => {
    expect(findOverlookedHint(assertion, { value })).toBe(message);
  });

  it.each<[Assertion, Json]>([
    [{ type: 'equals', value: 5, negate: true }, '6'],
    [{ type: 'equals', value: '5', negate: true }, 'five'],
    [{ type: 'equals', value: 'null', negate: true }, 'nothing'],
    [{ type: 'json_path', path: '$.state', value: 'open', negate: true }, { state: 'closed' }],
    [{ type: 'json_path', path: '$.count', value: 0, negate: true }, { count: 3 }],
    [{ type: 'json_path', path: '$.order', value: { orderId: 'A1' }, negate: true }, { order: { order_id: 'A2' } }],
    [{ type: 'type', value: 'null', negate: true }, 'Hello'],
  ])('is not told of one that differs: %j', (assertion, value) => {
    expect(findOverlookedHint(assertion, { value })).toBeUndefined();
  });
});

describe('a forbidden text', () => {
  it.each([
    ['50 ريال', 'السعر ٥٠ ريالاً', 'with digits of another script'],
    ['❤️', 'I like it ❤ a lot', 'with another form of its emoji'],
    ['👍🏽', 'Done 👍', 'with another form of its emoji'],
    ['I can’t help', "Sorry, I can't help.", 'with different quotation marks, dashes or spaces'],
    ["I can't help", 'Sorry, I can’t help.', 'with different quotation marks, dashes or spaces'],
    ['terms &amp; conditions', 'See terms & conditions', 'as "terms & conditions"'],
    ['card%20number', 'your card number', 'as "card number"'],
    ['5\\u20ac each', '5€ each', 'as "5€ each"'],
    ['refunded ', 'It is refunded.', 'without the space at its start or end'],
    ['internal error', 'Internal Error: db.js', 'as "Internal Error"'],
    ['How much', 'And how much?', 'as "how much"'],
    ['\u00dcberweisung', 'Die U\u0308berweisung ist raus.', 'with its accents encoded differently'],
    ['I am unable', "Sorry, I'm unable to do that.", 'as "I\'m unable"'],
    ["I can't help", 'Sorry, I can not help.', 'as "I can not help"'],
    ["I'm not able", 'I am not able.', 'as "I am not able"'],
    ['will not', 'It won’t work.', 'as "won\'t"'],
    ['Sorry', 'I am sorry, it is late.', 'as "sorry"'],
    ['Refunded', 'It was fully refunded.', 'as "refunded"'],
  ])('is told that stands in the answer otherwise: %j', (value, answer, how) => {
    const message = `a rule forbids ${JSON.stringify(value)}, but the answer has it ${how}`;
    expect(findOverlookedHint({ type: 'not_contains', value }, { value: answer })).toBe(message);
    expect(findOverlookedHint({ type: 'contains', value }, { value: answer, isForbidden: true })).toBe(message);
  });

  it.each([
    ['&amp;', 'terms & conditions'],
    ['\\u20ac', '5 €'],
    ['no ', 'I know.'],
    ['’', "can't"],
    ['refund', 'Nothing to do.'],
    ['ERROR', 'no error'],
    ['Bill', 'the bill'],
    ['Refunded', 'Lists refunded orders.'],
    ['Unlimited', 'Calls are unlimited.'],
    ['NaN', 'nan'],
    ['userId', 'userid'],
    ['refund', 'Refunded'],
    ['I am unable', 'I am able.'],
    ['not', "I can't."],
  ])('is not told where it is meant as it is written: %j', (value, answer) => {
    expect(findOverlookedHint({ type: 'not_contains', value }, { value: answer })).toBeUndefined();
  });

  it('is told of a pattern without special characters', () => {
    const forbids = (value: string) =>
      findOverlookedHint({ type: 'regex', value, negate: true }, { value: 'I am sorry for the Internal Error.' });
    expect(forbids('Sorry')).toBe('a rule forbids "Sorry", but the answer has it as "sorry"');
    expect(forbids('internal error')).toContain('as "Internal Error"');
    expect([forbids('Sorry[.!]'), forbids('Bill')]).toEqual([undefined, undefined]);
  });
});

it('tells of a pattern that only an answer without more text matches', () => {
  const overlookedHint = (value: string, answer: string) =>
    findOverlookedHint({ type: 'regex', value, negate: true }, { value: answer });
  const message = (pattern: string) =>
    `a rule forbids "${pattern}", which matches only a whole answer; this answer has more than "error"`;
  expect(overlookedHint('^error$', 'error: refused')).toBe(message('^error$'));
  expect(overlookedHint('(?i)^error$', 'An Error.')).toBe(message('(?i)^error$'));
  const sound = [
    ['^error$', 'no errors'],
    ['^\\d+$', '1 2'],
    ['^yes$', 'yes, it is'],
    ['^$', 'x'],
  ] as const;
  expect(sound.map(([value, answer]) => overlookedHint(value, answer))).toEqual(sound.map(() => undefined));
});

it('tells of a text that only an answer without more text equals', () => {
  const overlookedHint = (value: Json, answer: Json) =>
    findOverlookedHint({ type: 'equals', value }, { value: answer, isForbidden: true });
  expect(overlookedHint('Error', 'Error: the database is gone')).toBe(
    'a rule forbids "Error", which matches only a whole answer; this answer has more than "Error"',
  );
  expect([
    overlookedHint('Error', 'No errors.'),
    overlookedHint('yes', 'yes, it is'),
    overlookedHint(5, '5 or 6'),
  ]).toEqual([undefined, undefined, undefined]);
});

it('tells of a pattern that looks only at the first line', () => {
  const overlookedHint = (value: string, answer: string) =>
    findOverlookedHint({ type: 'regex', value, negate: true }, { value: answer });
  expect(overlookedHint('(?i)^error', 'Here you are:\nError: the database is gone')).toBe(
    'a rule forbids "(?i)^error", which looks only at the start of the answer, but a later line matches; (?m) makes ^ the start of every line',
  );
  const sound = [
    ['^Error', 'Here you are:\nNo Error'],
    ['^Error', 'No Error'],
    ['^#', 'A title:\n# Title'],
    ['^I ', 'Yes.\nI do.'],
    ['(?m)^Error', 'Fine.\nNo Error'],
  ] as const;
  expect(sound.map(([value, answer]) => overlookedHint(value, answer))).toEqual(sound.map(() => undefined));
});

it('tells of a text that is always a string', () => {
  const overlookedHint = (value: Json) => findOverlookedHint({ type: 'type', value: 'string' }, { value });
  expect(overlookedHint('{"name": 5}')).toBe(
    'a rule requires a string, but any text is one; use "path" to check its JSON {"name":5}',
  );
  expect([overlookedHint('Hello'), overlookedHint('5')]).toEqual([undefined, undefined]);
});

it('tells of a value that has the required type and is empty', () => {
  const typed = (path: string, value: 'array' | 'object' | 'string'): Assertion => ({ type: 'type', path, value });
  const hint = (assertion: Assertion, value: Json) => findOverlookedHint(assertion, { value });
  const empty = '$.hits is empty, and a rule requires only its type (array)';
  expect([hint(typed('$.hits', 'array'), { hits: [] }), hint(typed('$.hits', 'array'), '{"hits": []}')]).toEqual([
    empty,
    empty,
  ]);
  expect(hint(typed('$.name', 'string'), { name: '' })).toContain('$.name is empty');
  const right: [Assertion, Json][] = [
    [typed('$.hits', 'array'), { hits: [1] }],
    [typed('$.errors', 'array'), { errors: [] }],
    [{ ...typed('$.hits', 'string'), negate: true } as Assertion, { hits: [] }],
    [typed('$.name', 'string'), { name: 'x' }],
  ];
  expect(right.map(([assertion, value]) => hint(assertion, value))).toEqual(right.map(() => undefined));
});

it('tells of a success that a result reports under another name', () => {
  const refused = (result: Json): Assertion => ({ type: 'tool_result', value: { tool: 'pay', result }, negate: true });
  const returns = (result: Json): ToolCallWithTurn[] => [{ tool: 'pay', arguments: {}, result }];
  expect(findOverlookedHint(refused({ ok: true }), { calls: returns({ success: true }) })).toBe(
    'a rule looks for "ok": true in the result of pay, but found "success": true',
  );
  expect([
    findOverlookedHint(refused({ ok: true }), { calls: returns({ success: false }) }),
    findOverlookedHint(refused({ ok: true }), { calls: returns({ ok: false, success: true }) }),
    findOverlookedHint(refused({ cached: true }), { calls: returns({ success: true }) }),
  ]).toEqual([undefined, undefined, undefined]);
});

it('tells of a call that changes something and that a pattern ignores', () => {
  const overlookedHint = (tool: string, ignore: string[], names: string[] = []) => {
    const calls = names.map((name) => ({ name }));
    return findOverlookedHint({ type: 'tools', match: 'exactly', calls, ignore }, { calls: [{ tool, arguments: {} }] });
  };
  expect(overlookedHint('delete_account', ['*_account'])).toBe(
    'a rule on exact calls ignores delete_account, because of "*_account"',
  );
  expect([
    overlookedHint('get_account', ['*_account']),
    overlookedHint('delete_log', ['delete_*']),
    overlookedHint('pay_bill', ['*_bill'], ['pay_bill']),
    overlookedHint('order_status', ['order_*']),
    overlookedHint('get_refund', ['get_*']),
    overlookedHint('log_refund_mail', ['log_*']),
    overlookedHint('order_cancel', ['order_cancel']),
  ]).toEqual(new Array(7).fill(undefined));
  expect([overlookedHint('order_cancel', ['order_*']), overlookedHint('orderCancel', ['order*'])]).toEqual([
    'a rule on exact calls ignores order_cancel, because of "order_*"',
    'a rule on exact calls ignores orderCancel, because of "order*"',
  ]);
});

it('tells of a call that came too early, where the order holds for a later one', () => {
  const check = (...names: string[]): Assertion => ({
    type: 'tools',
    match: 'in_order',
    calls: names.map((name) => ({ name })),
  });
  const calls = (...tools: string[]): ToolCallWithTurn[] => tools.map((tool) => ({ tool, arguments: {} }));
  expect(findOverlookedHint(check('verify', 'refund'), { calls: calls('refund', 'verify', 'refund') })).toBe(
    'a rule requires verify before refund, but refund was also called before the first verify',
  );
  const right: [Assertion, ToolCallWithTurn[]][] = [
    [check('verify', 'refund'), calls('verify', 'refund', 'verify', 'refund')],
    [check('verify', 'get_order'), calls('get_order', 'verify', 'get_order')],
    [check('refund', 'verify', 'refund'), calls('refund', 'verify', 'refund')],
    [
      check('verify', 'refund'),
      [{ tool: 'refund', arguments: {}, error: 'not verified' }, ...calls('verify', 'refund')],
    ],
    [{ ...check('verify', 'refund'), negate: true } as Assertion, calls('refund', 'verify')],
  ];
  expect(right.map(([assertion, made]) => findOverlookedHint(assertion, { calls: made }))).toEqual(
    right.map(() => undefined),
  );
});

it('tells of a limit of the cost where nothing has a price', () => {
  const overlookedHint = (cost: number, tokens: number) =>
    findAuthorMistake(
      { assertion: { type: 'limits', cost: 1 }, isForbidden: false },
      { ...createSampleAnswer('x'), cost, tokens },
    );
  expect(overlookedHint(0, 900)).toBe('a rule limits the cost, but every price of the agent is 0');
  expect(overlookedHint(0.000_000_002, 900)).toBe(
    'a rule limits the cost, but a million tokens cost less than 0.00001 here; prices are for a million tokens',
  );
  expect([overlookedHint(0, 0), overlookedHint(0.5, 900), overlookedHint(0.000_02, 900)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('tells of a call that failed, which exact calls do not count', () => {
  const failed: ToolCallWithTurn = { tool: 'drop', arguments: {}, error: 'half done' };
  const exactly = (...names: string[]): Assertion => ({
    type: 'tools',
    match: 'exactly',
    calls: names.map((name) => ({ name })),
    ignore: ['get_*'],
  });
  expect(findOverlookedHint(exactly(), { calls: [failed] })).toBe(
    'a rule on exact calls does not count drop, which ended in an error',
  );
  expect(findOverlookedHint(exactly('drop'), { calls: [failed, { tool: 'drop', arguments: {} }] })).toBeUndefined();
  expect(findOverlookedHint(exactly(), { calls: [{ ...failed, tool: 'get_x' }] })).toBeUndefined();
});

describe('a call that a rule accepts although it did not work', () => {
  const call: ToolCallWithTurn = { tool: 'refund', arguments: { id: 'A17' } };
  const accepted = (assertion: Assertion, ...calls: ToolCallWithTurn[]) => findOverlookedHint(assertion, { calls });
  const refund: Assertion = { type: 'tool_called', value: 'refund' };

  it('ended in an error', () => {
    const failed = { ...call, error: 'no such order' };
    expect(accepted(refund, failed, failed)).toBe(
      'a rule requires a call of refund, but each one ended in an error; write "succeeded" to say whether the call has to work',
    );
    expect([
      accepted(refund, failed, call),
      accepted({ ...refund, succeeded: false }, failed),
      accepted({ ...refund, times: { min: 0 } }, failed),
      accepted({ ...refund, negate: true }, { ...failed, tool: 'pay' }),
      // The error is the result of a mock, so the author of the case wrote it.
      accepted(refund, { ...failed, mocked: true }),
      accepted({ type: 'tool_called', value: 'get_order' }, { ...failed, tool: 'get_order' }),
    ]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
  });

  it.each<Json>([
    { ok: false },
    { error: 'declined' },
    { status: 'failed' },
    { status: 'declined' },
    { isError: true, content: [] },
    '{"success": false}',
    'Error: card declined (402)',
    'HTTP 500 Internal Server Error',
  ])('returned %j', (result) => {
    const returned: ToolCallWithTurn = { ...call, result };
    const succeeds: Assertion = { type: 'tool_result', value: { tool: 'refund' } };
    expect(accepted(succeeds, returned)).toContain(
      'a rule requires only that refund ends without an error, but it returned ',
    );
    expect(accepted({ ...refund, succeeded: true }, returned)).toContain('but it returned ');
    expect([
      accepted(succeeds, returned, { ...call, result: { ok: true } }),
      accepted(succeeds, { ...returned, mocked: true }),
      accepted(refund, returned),
      accepted(succeeds, { ...call, result: { ok: true, error: null, status: 'failed once' } }),
      accepted(succeeds, { ...call, result: 'Error: none' }),
      accepted(succeeds, { ...call, result: 'Refunded after an Error: timeout' }),
    ]).toEqual(Array(6).fill(undefined));
  });
});

it('tells nothing of a forbidden text that is there as it is written: its rule did not apply', () => {
  const rule: Assertion = { type: 'not_contains', value: 'insurance' };
  expect(findOverlookedHint(rule, { value: 'Buy our insurance!' })).toBeUndefined();
  expect(findOverlookedHint(rule, { value: 'Buy our Insurance!' })).toContain('as "Insurance"');
});

it('tells of a required text that only the sources of the answer have', () => {
  const sources = [{ title: 'Returns', text: 'Customers have 30 days to return a lamp.' }];
  const answer = { answer: 'I am not sure.', topic: 'lamp', sources };
  const has = (value: string, others: JsonObject = {}) =>
    findOverlookedHint({ type: 'contains', value }, { value: { ...answer, ...others } });
  expect(has('30 days')).toBe(
    'a rule requires "30 days", but the answer has it only in its "sources", not in its "answer"',
  );
  expect([
    has('30 days', { answer: 'You have 30 days.' }),
    has('lamp'),
    has('Returns'),
    has('sure'),
    has('30 days', { answer: null }),
  ]).toEqual(Array(5).fill(undefined));
});

it('tells of a path that holds only in the first of several JSON values', () => {
  const status = (value: Json): Assertion => ({ type: 'json_path', path: '$.status', value });
  const answer = (last: string, between = ' The bank said: ') =>
    `I ask for {"status": "paid"}.${between}${last} Sorry.`;
  expect(findOverlookedHint(status('paid'), { value: answer('{"status": "declined"}') })).toBe(
    'a rule on $.status reads only the first of 2 JSON values in the answer; the last has "declined"',
  );
  const right: [Assertion, string][] = [
    [status('paid'), answer('{"status": "paid"}')],
    [status('paid'), answer('{"code": 51}')],
    [status(['paid', 'declined']), answer('{"status": "declined"}')],
    [status('paid'), answer('{"status": "declined"}', '\n')],
    [status('paid'), '```json\n{"status": "paid"}\n``` instead of {"status": "declined"}'],
  ];
  expect(right.flatMap(([rule, value]) => findOverlookedHint(rule, { value }) ?? [])).toEqual([]);
});

describe('an answer that has what a rule wants, and not what its author meant', () => {
  const overlookedWithInput = (assertion: Assertion, value: Json, input: Json) =>
    findAuthorMistake({ assertion, isForbidden: false }, { ...createSampleAnswer(value), input });
  const contains = (value: string): Assertion => ({ type: 'contains', value });

  it('has a word for yes or no, or digits of another script, only inside of a longer word', () => {
    const inside = (value: string, answer: string) =>
      findOverlookedHint({ type: 'contains', value }, { value: answer });
    expect(inside('نعم', 'نعمل يوم الجمعة')).toBe('a rule requires "نعم", but the answer has it only inside "نعمل"');
    expect(inside('да', 'Ваша дата принята')).toContain('only inside "дата"');
    expect(inside('٥٠', 'السعر ١٥٠ ريالاً')).toContain('only inside "150"');
    expect([inside('نعم', 'نعم، نحن مفتوحون'), inside('نعم', 'ونعم'), inside('да', 'да, конечно')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([inside('سعر', 'سعره ٥٠'), inside('٥٠', '٥٠ ريالاً')]).toEqual([undefined, undefined]);
  });

  it('has a short word only inside of another', () => {
    expect(overlookedWithInput(contains('no'), 'I have now cancelled it.', 'x')).toBe(
      'a rule requires "no", but the answer has it only inside "now"',
    );
    expect(
      overlookedWithInput({ type: 'contains', value: 'YES', ignore_case: true }, 'Close your eyes.', 'x'),
    ).toContain('"eyes"');
    const right = [
      ['no', 'No, or no.'],
      ['ok', 'Your oks are in.'],
      ['pay', 'The payment is due.'],
      ['ORD', 'ORD-17'],
      ['now', 'I know now.'],
      ['注文', '注文書です'],
      ['€', '5€'],
    ];
    expect(right.map(([value = '', answer = '']) => overlookedWithInput(contains(value), answer, 'x'))).toEqual(
      right.map(() => undefined),
    );
  });

  it('has a number only inside of a longer one', () => {
    expect(overlookedWithInput(contains('42'), 'The total is 1420 EUR.', 'x')).toBe(
      'a rule requires "42", but the answer has it only inside "1420"',
    );
    expect(overlookedWithInput(contains('$5'), 'It costs $50.', 'x')).toContain('only inside "$50"');
    const inside = [
      ['5 EUR', 'Shipping costs 15 EUR.', '15 EUR'],
      ['500 EUR', 'It costs 1,500 EUR.', '1,500 EUR'],
      ['5 EUR', 'It costs 2.5 EUR.', '2.5 EUR'],
      ['7 days', 'Within 17 days.', '17 days'],
      ['costs $5', 'It costs $50.', 'costs $50'],
      ['order 17', 'See order 170.', 'order 170'],
    ];
    for (const [value = '', answer = '', longer] of inside) {
      const words = `a rule requires "${value}", but the answer has it only inside "${longer}"`;
      expect(overlookedWithInput(contains(value), answer, 'x')).toBe(words);
    }
    expect(overlookedWithInput({ type: 'regex', value: '(?i)5 eur' }, 'It costs 15 EUR.', 'x')).toContain('"15 eur"');
    const right = [
      ['5 EUR', 'It costs 5 EUR, not 15 EUR.'],
      ['costs 5', 'It costs 5.50 EUR.'],
      ['00 EUR', 'It costs 100 EUR.'],
      ['ticket 2026', 'ticket 202611280001'],
      ['+49 30', 'Call +49 30123.'],
      ['5 EUR', 'Tables 3, 5 EUR each.'],
      ['42', 'The total is $42.00.'],
      ['42', 'Order A42, not 1420.'],
      ['2026', '2026-03-02'],
      ['EXP-46', 'EXP-4672'],
    ];
    expect(right.map(([value = '', answer = '']) => overlookedWithInput(contains(value), answer, 'x'))).toEqual(
      right.map(() => undefined),
    );
  });

  it('has another character where a pattern has the dot of a number', () => {
    const version: Assertion = { type: 'regex', value: 'v1.2' };
    expect(overlookedWithInput(version, 'This is v1920.', 'x')).toBe(
      'a rule requires "v1.2", where the dot matches any character, and the answer has no dot there; write \\. for the dot itself',
    );
    expect([
      overlookedWithInput(version, 'This is v1.2, not v1920.', 'x'),
      overlookedWithInput({ type: 'regex', value: '1.497' }, '1,497 EUR', 'x'),
      overlookedWithInput({ type: 'regex', value: 'v1\\.2|v1920' }, 'v1920', 'x'),
    ]).toEqual([undefined, undefined, undefined]);
  });

  it('has the digits of a pattern only inside of a longer number', () => {
    const matches = (value: string, answer: string) => overlookedWithInput({ type: 'regex', value }, answer, 'x');
    expect(matches('\\d{4}', 'Your code is 123456789012.')).toBe(
      'a rule requires "\\\\d{4}", but the answer has it only inside a longer number; \\b marks the edge of a word',
    );
    expect(matches('(?i)code [0-9]{4}', 'Code 12345')).toContain('only inside a longer number');
    const right = [
      ['\\d{4}', 'In 2026, or 20261128.'],
      ['\\d{4,}', '123456'],
      ['\\d', '17'],
      ['\\d{2}:\\d{2}', 'at 10:30:15'],
      ['code \\d{4}', 'code 1234, order 99999'],
    ] as const;
    expect(right.map(([value, answer]) => matches(value, answer))).toEqual(right.map(() => undefined));
  });

  it('has a claim only where it denies it', () => {
    const refunded = contains('can be refunded');
    expect(overlookedWithInput(refunded, 'I do not think that the lamp can be refunded.', 'x')).toBe(
      'a rule requires "can be refunded", but the answer has it only behind "not think that the lamp"',
    );
    expect(overlookedWithInput(refunded, "I can't really say it can be refunded", 'x')).toContain('only behind');
    const right = [
      ['can be refunded', 'It is not broken, so it can be refunded.'],
      ['can be refunded', 'I do not think so. It can be refunded.'],
      ['can be refunded', 'I am not sure it can be refunded… yes: it can be refunded.'],
      ['refund', 'I do not think that a refund helps.'],
      ['is not possible', 'I do not think it is not possible.'],
    ];
    expect(right.map(([value = '', answer = '']) => overlookedWithInput(contains(value), answer, 'x'))).toEqual(
      right.map(() => undefined),
    );
  });

  it('has it only where it repeats what was said', () => {
    const input = 'Please file 42.50 for a taxi.';
    const echo = `You wrote: ${input} I cannot do that.`;
    const words = 'a rule requires "42.50", but the answer has it only where it repeats the message of the user';
    expect(overlookedWithInput(contains('42.50'), echo, input)).toBe(words);
    expect(
      overlookedWithInput(contains('42.50'), { asked: input, answer: 'No.' }, [{ role: 'user', content: input }]),
    ).toBe(words);
    expect(overlookedWithInput({ type: 'regex', value: '\\d+\\.50' }, echo, input)).toContain(
      'only where it repeats the message of the user',
    );
    expect([
      overlookedWithInput(contains('cannot'), echo, input),
      overlookedWithInput(contains('42.50'), `${echo} Filed 42.50.`, input),
      overlookedWithInput(contains('42.50'), 'Filed 42.50.', input),
      // The input is also the agent's answer, so nothing can be concluded from it.
      overlookedWithInput(contains('42.50'), input, input),
      overlookedWithInput(contains('Hello'), 'Hello! How are you?', 'Hello!'),
      overlookedWithInput({ type: 'not_contains', value: 'sorry' }, echo, input),
    ]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
  });

  it('is measured by an agent that counts no tokens', () => {
    const limited = (tokens: number, value = 'Long.') =>
      findAuthorMistake(
        { assertion: { type: 'limits', tokens: 500 }, isForbidden: false },
        { ...createSampleAnswer(value), tokens },
      );
    expect(limited(0)).toBe('a rule limits the tokens, but the agent reports 0 for an answer with text');
    expect([limited(12), limited(0, '')]).toEqual([undefined, undefined]);
  });
});

describe('an answer that a rule accepts for its form', () => {
  const hint = (assertion: Assertion, value: Json, input: Json = 'When is it due?') =>
    findAuthorMistake({ assertion, isForbidden: false }, { ...createSampleAnswer(value), input } as ReturnType<
      typeof createSampleAnswer
    >);

  it('has a date that does not exist', () => {
    const dated: Assertion = { type: 'regex', value: 'due on \\d{4}-\\d{2}-\\d{2}' };
    expect(hint(dated, 'It is due on 2026-02-30.')).toBe(
      'a rule accepts the date 2026-02-30, which does not exist; require the right date',
    );
    expect([
      hint(dated, 'It is due on 2026-02-28.'),
      hint({ type: 'regex', value: 'due' }, 'It is due on 2026-02-30.'),
      hint(dated, 'Not due on 2026-02-30.', 'Is it due on 2026-02-30?'),
    ]).toEqual([undefined, undefined, undefined]);
  });

  it('has one of the values that the user asks for', () => {
    const listed = (path: string): Assertion => ({ type: 'json_path', path, value: ['red', 'blue'] });
    const question = 'Which colours does the shirt have?';
    expect(hint(listed('$.colours'), { colours: 'red' }, question)).toBe(
      'a rule on $.colours accepts any one of ["red","blue"], and the answer has only "red"; to require all of them, check $.colours[0] and $.colours[1]',
    );
    expect([
      hint(listed('$.colours'), { colours: ['red', 'blue'] }, question),
      hint(listed('$.colour'), { colour: 'red' }, 'Which colour is it?'),
      hint(listed('$.colours'), { colours: 'red' }, 'Name a colour'),
      hint(listed('$.status'), { status: 'red' }, 'What status has it?'),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('is a snapshot of a failure', () => {
    const snapshot: Assertion = { type: 'snapshot' };
    expect(hint(snapshot, 'Sorry. Our menu could not be loaded right now.')).toBe(
      'the snapshot expects an answer about a failure: "Our menu could not be loaded right now"',
    );
    expect([hint(snapshot, 'Water, juice, tea.'), hint(snapshot, 'Sorry, I can only help with expenses.')]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

it('is told of a required property that the answer only denies', () => {
  const hint = (value: string, answer: string) => findOverlookedHint({ type: 'contains', value }, { value: answer });
  expect(hint('available', 'The room is not available.')).toBe(
    'a rule requires "available", but the answer has it only behind "not"',
  );
  expect(hint('disponible', 'La habitación no está disponible.')).toContain('only behind "no está"');
  expect(hint('verfügbar', 'Das Zimmer ist nicht verfügbar.')).toContain('only behind "nicht"');
  expect([
    hint('available', 'The room is available.'),
    hint('available', 'Room 1 is not available. Room 2 is available.'),
    hint('not available', 'The room is not available.'),
    hint('refund', 'There is no refund.'),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});

it('is told of a required word that the answer has only with a prefix that negates it', () => {
  const hint = (value: string, answer: string, ignoresCase = false) =>
    findOverlookedHint({ type: 'contains', value, ignore_case: ignoresCase }, { value: answer });
  const words = (inside: string) => `a rule requires "refundable", but the answer has it only inside "${inside}"`;
  expect(hint('refundable', 'Flex is non-refundable.')).toBe(words('non-refundable'));
  expect(hint('refundable', 'Flex is NONREFUNDABLE.', true)).toBe(words('nonrefundable'));
  expect(hint('available', 'It is unavailable.')).toContain('only inside "unavailable"');
  expect(hint('refundable', 'Flex is not refundable.')).toContain('only behind "not"');
  expect([
    hint('refundable', 'Basic is non-refundable, Flex is refundable.'),
    hint('non-refundable', 'Basic is non-refundable.'),
    hint('refundable', 'Flex is fully-refundable.'),
    hint('table', 'It is stable.'),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});

it('is told of a forbidden number that the answer has with other separators', () => {
  const hint = (value: string, answer: string) =>
    findOverlookedHint({ type: 'not_contains', value }, { value: answer });
  const words = 'but the answer has it with other separators between its digits';
  expect(hint('4111111111111111', 'Card 4111-1111-1111-1111.')).toContain(words);
  expect(hint('4111 1111 1111 1111', 'Card 4111–1111–1111–1111.')).toContain('a rule forbids');
  expect([
    hint('4111111111111111', 'Card 4111-1111-1111-1112.'),
    hint('4111111111111111', 'Card 94111-1111-1111-1111.'),
    hint('4111', 'Room 41-11.'),
  ]).toEqual([undefined, undefined, undefined]);
});

it('is told of a required tool that was called only on a server for tests', () => {
  const call = (tool: string, fields: Partial<ToolCallWithTurn> = {}): ToolCallWithTurn => ({
    tool,
    arguments: {},
    ...fields,
  });
  const rule: Assertion = { type: 'tool_called', name: 'create_ticket' };
  const hint = (assertion: Assertion, ...calls: ToolCallWithTurn[]) => findOverlookedHint(assertion, { calls });
  const words =
    'a rule requires create_ticket, which was called only as staging__create_ticket; name the server in the rule if the call must go to a certain server';
  const entries = [{ name: 'create_ticket' }];
  expect(hint(rule, call('staging__create_ticket'))).toBe(words);
  expect(hint({ type: 'tools', match: 'exactly', calls: entries }, call('create_ticket', { server: 'staging' }))).toBe(
    words,
  );
  expect([
    hint({ type: 'tool_called', name: 'staging__create_ticket' }, call('staging__create_ticket')),
    hint(rule, call('staging__create_ticket'), call('live__create_ticket')),
    hint(rule, call('staging__create_ticket', { mocked: true })),
    hint(rule, call('shop__create_ticket')),
    hint({ type: 'tool_called', name: 'create_ticket', times: { max: 2 } }, call('staging__create_ticket')),
    hint({ type: 'tools', match: 'only', calls: entries }, call('staging__create_ticket')),
  ]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
});
