import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runInProcess } from '../../testing/run-in-process.ts';
import { createScriptedWorkspace, type ScriptedWorkspace } from '../../testing/scripted-workspace.ts';
// Modules are loaded before the first test, so that loading does not count against its time limit.
import './import-files.ts';

const judge = { type: 'scripted', rules: [{ answer: { passed: true, reason: 'fine' } }] };
let workspace: ScriptedWorkspace;
const run = (...args: string[]) => runInProcess(args, workspace.root);
const cases = (file: string): unknown[] =>
  readFileSync(path.join(workspace.root, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

beforeEach(() => {
  workspace = createScriptedWorkspace({ judge });
});
afterEach(() => workspace.remove());

it('ADK: a scenario becomes a conversation with the built-in user', async () => {
  const plan = 'First, you want to book a flight. Your budget code is B17. Confirm the booking.';
  const rubrics = [{ rubric_id: 'a', rubric_content: { text_property: 'Says the price' } }, { rubric_id: 'b' }];
  const behaviors = [{ behavior_instructions: ['Answer in a few words.'], violation_rubrics: [{ rubric_id: 'c' }] }];
  const scenario = { starting_prompt: 'Hello', conversation_plan: plan };
  const cases_of_set = [
    { eval_id: 'novice', conversation_scenario: { ...scenario, user_persona: 'NOVICE' }, rubrics },
    {
      eval_id: 'plain',
      conversation_scenario: { ...scenario, user_persona: { id: 'x', description: 'A pilot.', behaviors } },
      session_input: { user_id: 'ann', state: { seat: 'A1' } },
    },
  ];
  workspace.write('trips.evalset.json', { eval_set_id: 'trips', eval_cases: cases_of_set });
  const { code, stdout } = await run('import', 'adk', 'trips.evalset.json', '-o', 'tests/trips.jsonl');
  expect(code).toBe(0);
  expect(stdout.split('\n').map((line) => line.replace(/^trips\.evalset\.json:\d+: not imported: /, ''))).toEqual([
    'novice: the persona "NOVICE": the description of this persona is part of ADK and not in this file; write it into "persona"',
    'novice: a rubric: the rubric has no text',
    'plain: the initial state: the state is in the metadata of the case; the agent has to read it there',
    'plain: the rubrics of the persona: these rubrics judge the simulated user of ADK; Turntree checks the built-in user with its own rules',
    expect.stringContaining('2 cases: only a user played by a model follows all these instructions'),
    expect.stringMatching(/^1 case: ADK has no check of this conversation.*correct "assert", then delete "skip"$/),
    'imported 1 of 2 checks; 1 not',
    '2 cases in tests/trips.jsonl',
    '',
  ]);
  const user = { goal: 'book a flight', facts: { 'budget code': 'B17' } };
  expect(cases('tests/trips.jsonl')).toEqual([
    {
      id: 'novice',
      input: 'Hello',
      simulator: { ...user, persona: 'NOVICE Confirm the booking.' },
      until: 'done',
      assert: { type: 'agent', value: ['Says the price'] },
    },
    {
      id: 'plain',
      skip: true,
      input: 'Hello',
      simulator: { ...user, persona: 'A pilot. Answer in a few words. Confirm the booking.' },
      until: 'done',
      assert: { type: 'agent', value: `The assistant did what the user wanted: ${plan}` },
      user: 'ann',
      metadata: { adk_state: { seat: 'A1' }, not_carried: [expect.stringContaining('ADK has no check')] },
    },
  ]);
});

it('ADK: a file of scenarios becomes conversations with the built-in user', async () => {
  const scenarios = [
    { starting_prompt: 'Hi', conversation_plan: 'You want to roll a die.' },
    { starting_prompt: 'Hello', conversation_plan: 'You want to return a lamp. Your order number is W12.' },
  ];
  workspace.write('dice.json', { scenarios });
  const { code, stdout } = await run('import', 'adk', 'dice.json', '-o', 'tests/dice.jsonl');
  expect(code).toBe(0);
  expect(stdout).toContain('2 cases in tests/dice.jsonl');
  expect(cases('tests/dice.jsonl')).toMatchObject([
    { id: 'dice-1', skip: true, input: 'Hi', simulator: { goal: 'roll a die' } },
    { id: 'dice-2', input: 'Hello', simulator: { goal: 'return a lamp', facts: { 'order number': 'W12' } } },
  ]);
  workspace.write('broken.json', { scenarios: [...scenarios, { starting_prompt: 'Hi' }] });
  const broken = await run('import', 'adk', 'broken.json');
  expect(broken).toMatchObject({ code: 2 });
  expect(broken.stderr).toContain('this is not an evaluation file of ADK: "scenarios[2].conversation_plan" is missing');
});

it('promptfoo: a simulated user becomes the built-in user', async () => {
  const config = [
    "prompts: ['You work for {{shop}}.']",
    'defaultTest:',
    '  vars: { shop: Lamps Ltd }',
    '  provider:',
    "    id: 'promptfoo:simulated-user'",
    '    config:',
    '      maxTurns: 4',
    '      userProvider: openai:gpt-5',
    '      initialMessages: [{ role: user, content: "Hi, {{shop}}" }]',
    'tests:',
    '  - vars: { instructions: You want to return a lamp. Your order number is W12. You are impatient. }',
    '    assert:',
    '      - { type: icontains, value: refund }',
    '      - { type: not-contains, value: sorry }',
    '      - { type: llm-rubric, value: is polite }',
    '      - { type: javascript, value: output.length < 100 }',
    "      - { type: regex, value: 'Assistant: Hello' }",
    '  - provider: promptfoo:simulated-user',
    '    vars: { instructions: You want to return a lamp. }',
    '    assert: [{ type: contains, value: W12 }]',
    '  - provider: { id: promptfoo:redteam:mischievous-user }',
    '    assert: [{ type: contains, value: W12 }]',
  ];
  workspace.write('promptfooconfig.yaml', `${config.join('\n')}\n`);
  const { code, stdout } = await run('import', 'promptfoo', 'promptfooconfig.yaml', '-o', 'tests/lamps.jsonl');
  expect(code).toBe(0);
  const wholeText = 'the check reads the whole conversation as one text, which no assertion does';
  expect(stdout.split('\n').map((line) => line.replace(/^promptfooconfig\.yaml:/, ''))).toEqual([
    '8: not imported: "provider.config.userProvider": name the model of the user with --simulator',
    `16: not imported: the check javascript: ${wholeText}`,
    '17: not imported: the check regex: the check tells user and agent apart in the text of the conversation, which no assertion does',
    '22: not imported: the check contains: the simulated user of the test attacks the agent; use "turntree attack" for hostile texts',
    expect.stringContaining('1 case: only a user played by a model follows all these instructions'),
    '2 cases: texts are looked for in the answers of the agent; promptfoo also finds them in the messages of the user',
    'imported 4 of 7 checks; 3 not',
    '2 cases in tests/lamps.jsonl',
    '',
  ]);
  const system = { role: 'system', content: 'You work for Lamps Ltd.' };
  expect(cases('tests/lamps.jsonl')).toMatchObject([
    {
      id: 'test-1',
      skip: true,
      input: [system, { role: 'user', content: 'Hi, Lamps Ltd' }],
      simulator: { goal: 'return a lamp', facts: { 'order number': 'W12' }, persona: 'You are impatient.' },
      until: 'done',
      max_turns: 5,
      metadata: { not_carried: [`javascript: ${wholeText}`, expect.stringContaining('regex: ')] },
      assert: [
        { type: 'contains', value: 'refund', ignore_case: true },
        { type: 'contains', value: 'sorry', negate: true },
        { type: 'agent', use: 'agents:judge', value: 'is polite' },
      ],
    },
    {
      id: 'test-2',
      input: [system, { role: 'user', content: 'I want to return a lamp' }],
      simulator: { goal: 'return a lamp' },
      max_turns: 10,
    },
  ]);
  expect((await run('lint', 'tests/lamps.jsonl')).code).toBe(0);
});

it.each([
  ['no text', '{{missing}}', 'the instructions of its user: the template has {{missing}}, which no variable fills in'],
  ['messages elsewhere', 'Hi', 'the initial messages are in another file: file://past.json'],
])('promptfoo: names a user that cannot be imported: %s', async (_what, instructions, why) => {
  const settings = { instructions, initialMessages: 'file://past.json' };
  const assert = [{ type: 'contains', value: 'x' }];
  const config = { tests: [{ provider: { id: 'promptfoo:simulated-user', config: settings }, assert }] };
  workspace.write('config.json', config);
  const { code, stdout, stderr } = await run('import', 'promptfoo', 'config.json', '-o', 'tests/none.jsonl');
  expect(code).toBe(2);
  expect(stdout + stderr).toContain(`not imported: the check contains: ${why}`);
});
