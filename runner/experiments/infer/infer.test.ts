import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateAssertionSynchronously } from '../../assertions/evaluate-assertion.ts';
import { authoredCaseSchema } from '../../contract/index.ts';
import type { Json } from '../../values/index.ts';
import { createRandomNumberGenerator } from '../../verdict/index.ts';
import type { ArgumentPattern } from './argument-pattern.ts';
import { describePattern, fitsPattern, generalizeValues } from './argument-pattern.ts';
import {
  breaksRule,
  type Conversation,
  collectIdentifiersInResults,
  defaultReadTools,
  type InferableRule,
  type InferredRule,
  inferRules,
  ruleToCaseFields,
  toSearchableConversation,
} from './index.ts';

type Parts = Partial<Omit<Conversation, 'isGood' | 'calls'>> & { calls?: [tool: string, args?: Json, result?: Json][] };

function createConversation(isGood: boolean, { calls = [], answers = [], ...parts }: Parts = {}): Conversation {
  const seen = calls.map(([tool, args = {}, result], index) => ({ tool, arguments: args, result, turn: index + 1 }));
  const values = collectIdentifiersInResults(seen);
  return { source: isGood ? 'good' : 'bad', isGood, labelFrom: 'person', calls: seen, values, answers, ...parts };
}

function repeatConversation(count: number, conversation: Conversation): Conversation[] {
  return Array.from({ length: count }, (_, index) => ({ ...conversation, source: `${conversation.source} ${index}` }));
}

function inferRulesOf(conversations: readonly Conversation[]): InferredRule[] {
  return inferRules([{ suiteKey: 's', caseId: 'c', conversations }], defaultReadTools)[0]?.rules ?? [];
}

const listRuleKinds = (conversations: readonly Conversation[]): string[] =>
  inferRulesOf(conversations).map(({ rule }) => rule.kind);

const place = { reads: defaultReadTools, isConversation: true };
const someExact: ArgumentPattern = {
  kind: 'object',
  fields: [
    { key: 'id', pattern: { kind: 'exact', value: 1 }, isOptional: false },
    { key: 'tags', pattern: { kind: 'items', items: [2] }, isOptional: false },
    { key: 'note', pattern: { kind: 'type', types: ['text'] }, isOptional: false },
    { key: 'more', pattern: { kind: 'exact', value: 1 }, isOptional: true },
  ],
};

describe('generalize', () => {
  it.each<[Json[], string]>([
    [['A-1', 'A-1'], '"A-1"'],
    [['red', 'blue', 'red', 'blue'], '"red" or "blue"'],
    [[10, 20, 30], 'a whole number from 0 to 40'],
    [[-3, -1], 'a whole number from -5 to 0'],
    [[1.5, 2.5, 2], 'a number from 1 to 3'],
    [['ORD-17', 'ORD-290'], '/^ORD-\\d+$/'],
    [['2026-01-02', '2025-11-30'], '/^\\d{4}-\\d{2}-\\d{2}$/'],
    [['a@b.example', 'c@d.example'], '/^[^\\s@]+@[^\\s@]+$/'],
    [['it broke', 'the screen is dark'], 'any text'],
    [['the screen is dark'], 'any text'],
    [['Ann Example'], '"Ann Example"'],
    [['the screen is dark', 'the screen is dark'], '"the screen is dark"'],
    [[1, 'x'], 'any number or text'],
    [
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      '["a","b"] in any order',
    ],
    [[['a1'], ['a2', 'a3']], 'a list of 1 to 2 items, each /^a\\d{1}$/'],
    [[{ id: 1, note: 'x' }, { id: 1 }], '{"id": 1, "note"?: "x"}'],
  ])('%j becomes %s', (values, text) => {
    expect(describePattern(generalizeValues(values))).toBe(text);
  });

  it('fits every value that it was made from, and some value does not fit', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1, maxLength: 6 }), (anything) => {
        const values: Json[] = JSON.parse(JSON.stringify(anything));
        const pattern = generalizeValues(values);
        expect(values.filter((value) => !fitsPattern(pattern, value))).toEqual([]);
        const others: Json[] = [
          null,
          true,
          'x',
          '',
          7e300,
          [],
          [null, null, null, null, null, null, null],
          { '\u0000': 1 },
        ];
        expect(others.some((value) => !fitsPattern(pattern, value))).toBe(true);
      }),
    );
  });

  it('excludes an empty text and another type', () => {
    const pattern = generalizeValues(['it broke', 'the screen is dark']);
    expect([fitsPattern(pattern, 'anything else'), fitsPattern(pattern, ' '), fitsPattern(pattern, 1)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('inferRules', () => {
  it('learns the writes from a single good conversation, and ignores reads', () => {
    const good = createConversation(true, {
      calls: [
        ['get_order', { id: 'A-1' }],
        ['refund', { id: 'A-1' }],
      ],
    });
    const wrong = createConversation(false, { source: 'wrong', calls: [['refund', { id: 'A-2' }]] });
    const twice = createConversation(false, {
      source: 'twice',
      calls: [
        ['refund', { id: 'A-1' }],
        ['refund', { id: 'A-1' }],
      ],
    });
    const failed = {
      ...createConversation(false, { source: 'failed' }),
      calls: [{ tool: 'refund', arguments: { id: 'A-1' }, error: 'no' }],
    };
    expect(inferRulesOf([good, wrong, twice, failed])).toMatchObject([
      { rule: { kind: 'must' }, support: 1, catches: ['wrong', 'failed'] },
      { rule: { kind: 'only' }, support: 1, catches: ['wrong', 'twice'] },
    ]);
  });

  it('does not demand the wording of a single good conversation', () => {
    const refund = (reason: string) => [['refund', { id: 'A-1', reason }]] satisfies Parts['calls'];
    const good = createConversation(true, { calls: refund('It broke on Monday.') });
    const rules = inferRulesOf([good, createConversation(false, { calls: refund('Broken since Monday.') })]);
    expect(rules).toMatchObject([
      { rule: { kind: 'must' }, catches: [] },
      { rule: { kind: 'only' }, catches: [] },
    ]);
  });

  it('looks for other reasons where the writes explain nothing', () => {
    const price = { calls: [['get_price', {}, 4711]] satisfies Parts['calls'] };
    const good = repeatConversation(6, createConversation(true, { ...price, answers: ['It is 4711.'] }));
    const silent = repeatConversation(4, createConversation(false, { ...price, answers: ['It is cheap.'] }));
    const wrote = repeatConversation(
      6,
      createConversation(false, { calls: [...price.calls, ['cancel']], answers: ['It is 4711.'] }),
    );
    expect(inferRulesOf([...good, ...silent])).toContainEqual(
      expect.objectContaining({ rule: { kind: 'said', value: '4711' } }),
    );
    expect(listRuleKinds([...good, ...silent, ...wrote])).toEqual(['only', 'never', 'said']);
  });

  it('says that nothing may be written if no good conversation wrote', () => {
    const rules = inferRulesOf([createConversation(true), createConversation(false, { calls: [['cancel_order']] })]);
    expect(rules).toMatchObject([{ rule: { kind: 'only', entries: [] }, catches: ['bad'] }]);
  });

  it('has no rule without a good conversation', () => {
    expect(inferRulesOf(repeatConversation(3, createConversation(false, { calls: [['refund']] })))).toEqual([]);
  });

  it.each<[string, Conversation, Conversation, object]>([
    [
      'a tool',
      createConversation(true),
      createConversation(false, { calls: [['get_secrets']] }),
      { kind: 'never', tool: 'get_secrets' },
    ],
    [
      'a text',
      createConversation(true, { answers: ['It is on its way.'] }),
      createConversation(false, { answers: ['I cannot help you.'] }),
      { kind: 'never', text: 'cannot help you' },
    ],
    [
      'an order',
      createConversation(true, { calls: [['get_policy'], ['get_order']] }),
      createConversation(false, { calls: [['get_order'], ['get_policy']] }),
      { kind: 'order', first: 'get_policy', next: 'get_order' },
    ],
    [
      'a number',
      createConversation(true, { calls: [['get_price', {}, { total: 1497.5 }]], answers: ['That is 1,497.50 EUR.'] }),
      createConversation(false, { calls: [['get_price', {}, { total: 1497.5 }]], answers: ['That is 1,400 EUR.'] }),
      { kind: 'said', value: '1497.5' },
    ],
    [
      'a question',
      createConversation(true, { calls: [['get_day'], ['book']], facts: [{ name: 'date', askedAtTurn: 1 }] }),
      createConversation(false, { calls: [['get_day'], ['book']], facts: [{ name: 'date' }] }),
      { kind: 'asked', fact: 'date', before: 'book' },
    ],
  ])('learns %s from five good and five bad conversations, and not from two of each', (_, good, bad, rule) => {
    const learned = inferRulesOf([...repeatConversation(5, good), ...repeatConversation(5, bad)]);
    expect(learned).toContainEqual(expect.objectContaining({ rule, p: expect.any(Number) }));
    expect(listRuleKinds([...repeatConversation(2, good), ...repeatConversation(2, bad)])).toEqual(
      listRuleKinds([good, bad]).filter((kind) => kind === 'must' || kind === 'only'),
    );
  });

  it('learns several mistakes together that are each too rare', () => {
    const facts = [{ name: 'date', askedAtTurn: 0 }];
    const right = { calls: [['get_policy'], ['book']] satisfies Parts['calls'], facts };
    const early = createConversation(false, { source: 'early', calls: [['book'], ['get_policy']], facts });
    const mute = createConversation(false, { source: 'mute', calls: right.calls, facts: [{ name: 'date' }] });
    const rules = inferRulesOf([...repeatConversation(6, createConversation(true, right)), early, mute, mute]);
    expect(rules.filter(({ p }) => p !== undefined)).toMatchObject([
      { rule: { kind: 'asked', fact: 'date' }, catches: ['mute', 'mute'], p: 1 / 84 },
      { rule: { kind: 'order', first: 'get_policy', next: 'book' }, catches: ['early'] },
    ]);
    expect(listRuleKinds([...repeatConversation(4, createConversation(true, right)), early, mute])).not.toContain(
      'order',
    );
  });

  it('proposes no text that is part of a word of a good conversation', () => {
    const good = (answer: string): Conversation[] =>
      repeatConversation(5, createConversation(true, { answers: [answer] }));
    const bad = Array.from({ length: 5 }, (_, index) => createConversation(false, { answers: [`Refund ${index}.`] }));
    expect(inferRulesOf([...good('The rest is open.'), ...bad])).toContainEqual(
      expect.objectContaining({ rule: { kind: 'never', text: 'refund' } }),
    );
    expect(listRuleKinds([...good('The refundable part is open.'), ...bad])).toEqual(['only']);
  });

  it('never proposes a rule that a good conversation breaks', () => {
    fc.assert(
      fc.property(fc.array(anyConversation, { minLength: 1, maxLength: 12 }), (conversations) => {
        const good = conversations.filter(({ isGood }) => isGood).map(toSearchableConversation);
        for (const { rule } of inferRulesOf(conversations)) {
          expect(good.filter((conversation) => breaksRule(rule, conversation, defaultReadTools))).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is said by the assertions of the program, too', () => {
    fc.assert(
      fc.property(fc.array(anyConversation, { minLength: 1, maxLength: 6 }), (conversations) => {
        for (const { rule } of inferRulesOf(conversations)) {
          const { assert = [] } = authoredCaseSchema.parse({ id: 'c', ...ruleToCaseFields(rule, place) });
          const [assertion] = assert;
          if (assertion?.type !== 'tools') continue;
          for (const { calls, ...conversation } of conversations) {
            const subject = { value: 'x', text: 'x', input: null, toolCalls: calls };
            const isBroken = breaksRule(rule, toSearchableConversation({ calls, ...conversation }), defaultReadTools);
            const results = assert.map((each) => evaluateAssertionSynchronously({ assertion: each, subject })?.status);
            const hasAll = assertion.arguments_match === 'exact' && assertion.match !== 'only';
            // `exactly` also requires all listed calls. The *must* rules require them too.
            if (isBroken && hasAll) expect(results).toContain('failed');
            if (!isBroken && (assertion.match === 'any_order' || (conversation.isGood && hasAll)))
              expect(results).not.toContain('failed');
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each<[InferableRule, object]>([
    [{ kind: 'never', tool: 'get_secrets' }, { never: [{ type: 'tool_called', name: 'get_secrets' }] }],
    [{ kind: 'never', text: 'no way' }, { never: [{ type: 'contains', value: 'no way', ignore_case: true }] }],
    [{ kind: 'said', value: '12.5' }, { assert: [{ type: 'contains', value: '12.5', numbers: true, on: 'any' }] }],
    [
      { kind: 'asked', fact: 'date', before: 'book' },
      { assert: [{ type: 'elicited', value: ['date'], before: { type: 'tool_called', name: 'book' } }] },
    ],
    [
      { kind: 'order', first: 'a', next: 'b' },
      {
        checkpoints: [
          { id: 'a', assert: { type: 'tool_called', name: 'a' }, required: false },
          {
            id: 'a before b',
            assert: { type: 'tool_called', name: 'b' },
            after: ['a'],
            required: false,
            strict: true,
          },
        ],
      },
    ],
    [
      { kind: 'must', entries: [{ tool: 'a', pattern: { kind: 'type', types: ['text'] } }] },
      { assert: [{ type: 'tools', match: 'any_order', calls: [{ name: 'a' }] }] },
    ],
    [
      { kind: 'must', entries: [{ tool: 'a', pattern: someExact }] },
      {
        assert: [
          {
            type: 'tools',
            match: 'any_order',
            unordered: true,
            calls: [{ name: 'a', arguments: { id: 1, tags: [2] } }],
          },
        ],
      },
    ],
    [
      { kind: 'only', entries: [{ tool: 'a', pattern: someExact }], optional: [{ tool: 'a', pattern: someExact }] },
      {
        assert: [
          {
            type: 'tools',
            match: 'only',
            unordered: true,
            ignore: defaultReadTools,
            calls: [{ name: 'a', arguments: { id: 1, tags: [2] } }],
          },
          { type: 'tool_called', name: 'a', times: { max: 1 } },
        ],
      },
    ],
  ])('%j is written as %j', (rule, fields) => {
    const written = ruleToCaseFields(rule, place);
    expect(written).toEqual(fields);
    expect(authoredCaseSchema.safeParse({ id: 'c', ...written }).success).toBe(true);
  });

  it.each<[InferableRule, object | undefined]>([
    [{ kind: 'never', tool: 'x' }, { assert: [{ type: 'tool_called', name: 'x', times: 0 }] }],
    [{ kind: 'never', text: 'no' }, { assert: [{ type: 'not_contains', value: 'no', ignore_case: true }] }],
    [{ kind: 'said', value: '12.5' }, { assert: [{ type: 'contains', value: '12.5', numbers: true }] }],
    [{ kind: 'order', first: 'a', next: 'b' }, undefined],
  ])('%j is written as %j into a case of one call', (rule, fields) => {
    expect(ruleToCaseFields(rule, { reads: defaultReadTools, isConversation: false })).toEqual(fields);
  });

  it('takes no words for a phrase that an emoji or a mark separates', () => {
    const rules = inferRulesOf([
      ...repeatConversation(8, createConversation(true, { answers: ['تم الاسترداد'] })),
      ...repeatConversation(8, createConversation(false, { answers: ['نعم ✅ أوقف، هذا'] })),
    ]);
    expect(rules.flatMap(({ rule }) => (rule.kind === 'never' && 'text' in rule ? [rule.text] : []))).not.toEqual([]);
    for (const { rule, catches } of rules) if (rule.kind === 'never') expect(catches).toHaveLength(8);
  });

  it('keeps every write that it was made from', () => {
    fc.assert(
      fc.property(fc.array(anyConversation, { minLength: 1, maxLength: 8 }), (conversations) => {
        const good = conversations.map((conversation) => ({ ...conversation, isGood: true }));
        expect(listRuleKinds(good).filter((kind) => kind === 'only')).toEqual(['only']);
      }),
      { numRuns: 60 },
    );
  });

  it('finds next to nothing in shuffled labels', () => {
    const draw = createRandomNumberGenerator(20_261);
    const suites = Array.from({ length: 40 }, () =>
      inferRules(
        Array.from({ length: 3 }, (_, index) => ({
          suiteKey: 's',
          caseId: String(index),
          conversations: createNoise(draw),
        })),
        defaultReadTools,
      ),
    );
    const tested = suites.filter((cases) => cases.some(({ rules }) => rules.some(({ p }) => p !== undefined)));
    expect(tested.length).toBeLessThanOrEqual(2);
  });
});

const anyConversation = fc
  .record({
    isGood: fc.boolean(),
    calls: fc.array(
      fc.tuple(
        fc.constantFrom('refund', 'get_order', 'cancel'),
        fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom('A-1', 'B-22')).map((id) => ({ id })),
        fc.constantFrom('A-1', 12.5),
      ),
      { maxLength: 4 },
    ),
    answers: fc.array(fc.constantFrom('Order A-1 costs 12.50 now.', 'I cannot do that.'), { maxLength: 2 }),
  })
  .map(({ isGood, calls, answers }) => createConversation(isGood, { calls, answers }));

/** Creates conversations with random labels, unrelated to their texts and calls. */
function createNoise(draw: () => number): Conversation[] {
  const some = <Item>(items: readonly Item[]): Item[] => items.filter(() => draw() < 0.5);
  const words = ['your order', 'will arrive', 'today or tomorrow', 'cannot be', 'changed now', 'number 4711'];
  return Array.from({ length: 10 }, (_, index) =>
    createConversation(index < 5, {
      calls: some(['get_order', 'get_policy', 'get_user', 'find_item']).map((tool) => [tool, {}, 'number 4711']),
      answers: [some(words).join(' ')],
      facts: some(['date', 'name']).map((name) => ({ name, askedAtTurn: 1 })),
    }),
  );
}
