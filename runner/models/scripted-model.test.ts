import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CaseInput, type ScriptedRule, scriptedRulesSchema } from '../contract/index.ts';
import { modelRequest, neverAborted } from '../testing/model-request.ts';
import { createScriptedModel } from './scripted-model.ts';

async function answer(rules: unknown, input: CaseInput): Promise<string> {
  const response = await createScriptedModel('script', parsed(rules)).generate(modelRequest(input), neverAborted());
  return response.content;
}

function parsed(rules: unknown): ScriptedRule[] {
  return scriptedRulesSchema.parse(rules);
}

const conversation: CaseInput = [
  { role: 'system', content: 'You sell coffee.' },
  { role: 'user', content: 'A latte please' },
  { role: 'assistant', content: 'Which size?' },
  { role: 'user', content: 'Medium' },
];

const afterTool: CaseInput = [
  { role: 'user', content: 'Submit 42' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'submit_expense', arguments: { amount: 42 } } }],
  },
  { role: 'tool', tool_call_id: 'call_1', content: '{"ok":true,"id":"EX-7"}' },
];

const simulatorRequest = JSON.stringify({
  persona: 'A hurried traveller',
  goal: 'Order a coffee',
  turn_number: 3,
  conversation: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'What size would you like?' },
  ],
});

describe('rules of a scripted model', () => {
  it('are tried in order; the first that applies answers', async () => {
    const rules = [
      { when: { text: 'hello' }, answer: 'first' },
      { when: { text: 'hell' }, answer: 'second' },
      { answer: 'default' },
    ];
    expect(await answer(rules, 'Hello!')).toBe('first');
    expect(await answer(rules, 'shell')).toBe('second');
    expect(await answer(rules, 'bye')).toBe('default');
  });

  it('may depend on which time a consistency test asks the same', async () => {
    const model = createScriptedModel(
      'script',
      parsed([{ when: { sample: { min: 2 } }, answer: 'b' }, { answer: 'a' }]),
    );
    const answers = [1, 2, 3].map(async (turn) => {
      const request = modelRequest('hello');
      return model.generate({ ...request, context: { ...request.context, turn } }, neverAborted());
    });
    expect((await Promise.all(answers)).map(({ content }) => content)).toEqual(['a', 'b', 'b']);
  });

  it.each([
    ['the last text, in any case', { text: 'MEDIUM' }, conversation],
    ['one of several texts', { text: ['large', 'medium'] }, conversation],
    ['a regex', { text: '/^med(ium)?$/i' }, conversation],
    ['the role of the last message', { role: 'user' }, conversation],
    ['any text said so far', { any: 'latte' }, conversation],
    ['the system prompt', { system: 'coffee' }, conversation],
    ['the number of user messages', { turn: 2 }, conversation],
    ['a range of turns', { turn: { min: 2, max: 5 } }, conversation],
    ['the absence of something', { not: { any: 'tea' } }, conversation],
    ['a tool result by the name of its tool', { tool_result: { name: 'submit_expense' } }, afterTool],
    ['a tool result by its text', { tool_result: { text: '"ok":true' } }, afterTool],
    ["the agent's last words in a simulator's request", { reply: 'size' }, simulatorRequest],
    ["a simulator's turn", { turn_number: 3 }, simulatorRequest],
    ["a simulator's persona and goal", { persona: 'hurried', goal: 'coffee' }, simulatorRequest],
    [
      "a validator's request",
      { output: 'Paris', criteria: 'factual' },
      '{"output":"It is Paris.","criteria":"factual answer"}',
    ],
    ["a validator's request that is not a text", { output: '"amount":42' }, '{"output":{"amount":42},"criteria":"x"}'],
  ])('see %s', async (_what, when, input) => {
    expect(await answer([{ when, answer: 'yes' }, { answer: 'no' }], input)).toBe('yes');
  });

  it.each([
    ['another text', { text: 'large' }, conversation],
    ['a regex that does not match the case', { text: '/^medium$/' }, conversation],
    ['another role', { role: 'tool' }, conversation],
    ['what only the system prompt says', { any: 'sell coffee' }, conversation],
    ['another turn', { turn: 1 }, conversation],
    ['something that is excluded', { text: 'medium', not: { any: 'latte' } }, conversation],
    ['another tool', { tool_result: { name: 'list' } }, afterTool],
    ['a tool result that is not the end of the conversation', { tool_result: {} }, conversation],
    ['a request that is not JSON', { reply: 'size' }, conversation],
    ['a JSON list', { output: 'x' }, '[{"output":"x"}]'],
    ['only some of the conditions', { persona: 'hurried', turn_number: 1 }, simulatorRequest],
  ])('are not fooled by %s', async (_what, when, input) => {
    expect(await answer([{ when, answer: 'yes' }, { answer: 'no' }], input)).toBe('no');
  });

  it('exclude only what matches `not` as a whole', async () => {
    const rules = [{ when: { not: { any: 'latte', text: 'large' } }, answer: 'yes' }, { answer: 'no' }];
    expect(await answer(rules, conversation)).toBe('yes');
  });
});

describe('answers of a scripted model', () => {
  it('fill in captures, the input, the turn, the reply and tool results', async () => {
    const capture = [
      {
        when: { text: '/(?P<size>medium|large) (\\w+)/i' },
        answer: '{{size}} {{2}} = {{input}}, {{ turn }}, {{unknown}}',
      },
    ];
    expect(await answer(capture, 'Large latte')).toBe('Large latte = Large latte, 1, {{unknown}}');
    expect(await answer([{ answer: 'done: {{tool_result}} for {{input}}' }], afterTool)).toBe(
      'done: {"ok":true,"id":"EX-7"} for Submit 42',
    );
    expect(await answer([{ answer: { message: 'You asked: {{reply}}' } }], simulatorRequest)).toBe(
      '{"message":"You asked: What size would you like?"}',
    );
  });

  it('are JSON text when the rule gives JSON', async () => {
    const reply = { message: '{{1}}', goal_achieved: false, reasoning: null, list: ['{{1}}', 2] };
    expect(JSON.parse(await answer([{ when: { text: '/say (.*)/' }, answer: reply }], 'say "it"'))).toEqual({
      message: '"it"',
      goal_achieved: false,
      reasoning: null,
      list: ['"it"', 2],
    });
  });

  it('give any JSON back as it is', async () => {
    const plainValues = fc
      .jsonValue()
      .filter((value) => typeof value !== 'string' && !JSON.stringify(value).includes('{{'));
    await fc.assert(
      fc.asyncProperty(plainValues, async (value) => {
        expect(await answer([{ answer: value }], 'x')).toBe(JSON.stringify(value));
      }),
    );
  });

  it('call tools, with ids that go on from those of the conversation', async () => {
    const rules = parsed([
      {
        when: { text: '/(\\d+)/' },
        answer: 'ok',
        tool_calls: [{ name: 'submit', arguments: { amount: '{{1}}' } }, { name: 'list' }],
      },
    ]);
    const model = createScriptedModel('script', rules);
    const first = await model.generate(modelRequest('spend 12'), neverAborted());
    expect(first).toMatchObject({ content: 'ok', finishReason: 'tool-calls' });
    expect(first.toolCalls).toEqual([
      { id: 'call_1', tool: 'submit', arguments: { amount: '12' } },
      { id: 'call_2', tool: 'list', arguments: {} },
    ]);
    const next = await model.generate(modelRequest(afterTool), neverAborted());
    expect(next.toolCalls[0]?.id).toBe('call_2');
  });

  it('count four characters as a token', async () => {
    const model = createScriptedModel('script', parsed([{ answer: '12345678' }]));
    const { usage } = await model.generate(modelRequest('1234567890'), neverAborted());
    expect(usage).toEqual({ inputTokens: 3, outputTokens: 2, calls: 1, retries: 0 });
  });

  it('are errors when the rule says so', async () => {
    const model = createScriptedModel('script', parsed([{ error: { status: 503, message: 'overloaded' } }]));
    await expect(model.generate(modelRequest('hi'), neverAborted())).rejects.toMatchObject({
      kind: 'model',
      message: 'scripted model "script" answered 503: overloaded',
      service: 'server',
    });
    const wordless = createScriptedModel('script', parsed([{ error: { message: 'no idea' } }]));
    await expect(wordless.generate(modelRequest('hi'), neverAborted())).rejects.toMatchObject({ service: undefined });
  });

  it('can be awaited no longer once aborted', async () => {
    const model = createScriptedModel('script', parsed([{ answer: 'late', delay_ms: 3_600_000 }]));
    const controller = new AbortController();
    const failed = expect(model.generate(modelRequest('hi'), controller.signal)).rejects.toThrow('deadline');
    controller.abort(new Error('deadline'));
    await failed;
  });

  it('do not exist without a rule: the error shows the message and a rule to add', async () => {
    await expect(answer([{ when: { text: 'x' }, answer: 'y' }], 'something "else"')).rejects.toThrow(
      /none of its 1 rules matches the last message \(user\): "something \\"else\\"".*\{"when":\{"text":"something \\"else\\""\},"answer":"…"\}/,
    );
  });
});

describe('a rule that cannot work', () => {
  it.each([
    ['has a typo', [{ when: { txt: 'x' }, answer: 'y' }], /txt/],
    ['says nothing', [{ when: { text: 'x' } }], /needs `answer`, `tool_calls` or `error`/],
    ['both answers and fails', [{ answer: 'x', error: { message: 'y' } }], /either `error` or an answer/],
    ['is not there', [], /the list of rules is empty/],
  ])('is refused when it %s', (_what, rules, message) => {
    expect(scriptedRulesSchema.safeParse(rules).error?.message).toMatch(message);
  });

  it('names itself when its regex is malformed', () => {
    expect(() =>
      createScriptedModel('script', parsed([{ answer: 'x' }, { when: { text: '/(a/' }, answer: 'y' }])),
    ).toThrow(/scripted model "script", rule 2: /);
  });
});
