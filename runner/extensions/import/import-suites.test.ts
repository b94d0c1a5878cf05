import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
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

const promptfoo = `prompts:
  - 'Answer the visitor: {{question}}'
providers: [openai:gpt-5]
defaultTest:
  assert:
    - type: not-contains
      value: as an AI
tests:
  - description: opening hours
    vars: { question: When are you open?, day: [Monday, Sunday] }
    assert:
      - type: icontains
        value: '{{day}}'
      - type: llm-rubric
        value: is polite
      - type: python
        value: len(output) < 100
  - vars: { question: Hello }
    threshold: 0.5
    assert:
      - { type: regex, value: '^(?=x)' }
  - vars: { question: Hi }
    assert:
      - { type: regex, value: '^(?=x)' }
`;

it('promptfoo: what means the same is carried, the rest is named with its line', async () => {
  workspace.write('promptfooconfig.yaml', promptfoo);
  const { code, stdout } = await run('import', 'promptfoo', 'promptfooconfig.yaml', '-o', 'tests/hours.jsonl');
  expect(code).toBe(0);
  expect(stdout).toContain('promptfooconfig.yaml:16: not imported: the check python: the check is code for promptfoo');
  expect(stdout).toContain(
    'promptfooconfig.yaml:21: not imported: the check regex: the test passes when enough of its checks pass',
  );
  expect(stdout).toMatch(/promptfooconfig\.yaml:22: not imported: the case "test-3": .*regex/);
  expect(stdout).toContain('imported 6 of 12 checks; 6 not\n2 cases in tests/hours.jsonl\n');
  expect(cases('tests/hours.jsonl')).toMatchObject([
    {
      id: 'test-1',
      name: 'opening hours',
      skip: true,
      metadata: { not_carried: ['python: the check is code for promptfoo; write it as a script assertion'] },
      input: 'Answer the visitor: When are you open?',
      assert: [
        { type: 'contains', value: 'as an AI', negate: true },
        { type: 'contains', value: 'Monday', ignore_case: true },
        { type: 'agent', use: 'agents:judge', value: 'is polite' },
      ],
    },
    { id: 'test-1-2', assert: [{}, { value: 'Sunday' }, {}] },
  ]);
  expect((await run('lint', 'tests/hours.jsonl')).code).toBe(0);
});

it('promptfoo: a case that has all that decides is not skipped, whatever its checks weigh and whoever judges', async () => {
  const config = [
    "prompts: ['{{question}}']",
    'tests:',
    '  - vars: { question: Hi }',
    '    assert:',
    '      - { type: contains, value: hello, weight: 3 }',
    '      - { type: similar, value: hello, weight: 0 }',
    '      - { type: llm-rubric, value: is polite, provider: openai:gpt-5 }',
    '      - { type: equals, value: 5 }',
    `      - { type: contains-any, value: '"a, b", c|d' }`,
  ];
  workspace.write('promptfooconfig.yaml', `${config.join('\n')}\n`);
  const { stdout } = await run('import', 'promptfoo', 'promptfooconfig.yaml', '-o', 'tests/whole.jsonl');
  expect(stdout.split('\n').filter((line) => line.includes('not imported'))).toEqual([
    'promptfooconfig.yaml:6: not imported: the check similar: the weight of the check is 0',
    'promptfooconfig.yaml:7: not imported: the provider of a rubric: set the judge with --map judge=<agent>',
  ]);
  const [only] = cases('tests/whole.jsonl');
  expect(only).toMatchObject({
    metadata: { vars: { question: 'Hi' } },
    assert: [
      { type: 'contains', value: 'hello' },
      { type: 'agent', value: 'is polite' },
      { type: 'equals', value: '5' },
      { type: 'regex', value: 'a, b|c\\|d' },
    ],
  });
  expect(only).not.toHaveProperty('skip');
});

it('promptfoo: what else a configuration says is named, but for what changes no test', async () => {
  const config = [
    'description: a shop',
    'outputPath: out.json',
    'tags: { team: shop }',
    "prompts: ['{{question}}']",
    'targets: [echo]',
    'extensions: [file://hook.js:before]',
    'nunjucksFilters: { loud: ./loud.js }',
    'vars: file://vars.yaml',
    'evaluateOptions: { repeat: 3 }',
    'tests: [{ vars: { question: Hi }, assert: [{ type: contains, value: Hello }] }]',
  ];
  workspace.write('promptfooconfig.yaml', `${config.join('\n')}\n`);
  const { stdout } = await run('import', 'promptfoo', 'promptfooconfig.yaml', '-o', 'tests/else.jsonl');
  expect(stdout.split('\n').filter((line) => line.includes('not imported'))).toEqual([
    'promptfooconfig.yaml:5: not imported: "targets": set the agent in runner.config.json, or with -n',
    'promptfooconfig.yaml:6: not imported: "extensions": it is code for promptfoo',
    'promptfooconfig.yaml:7: not imported: "nunjucksFilters": it is code for promptfoo',
    'promptfooconfig.yaml:8: not imported: "vars": it has no counterpart in a suite',
    'promptfooconfig.yaml:9: not imported: "evaluateOptions": it has no counterpart in a suite',
  ]);
  expect(stdout).toContain('imported 1 of 1 checks\n');
});

it('promptfoo: options and keys of tests that no case has are named where they stand, once', async () => {
  const config = [
    "prompts: ['{{question}}']",
    'defaultTest:',
    '  options: { provider: openai:gpt-5, prefix: "Please: " }',
    'tests:',
    '  - vars: { question: Hi }',
    '    assertScoringFunction: file://score.js',
    '    options:',
    '      temperature: 0',
    '      suffix: "!"',
    '      disableVarExpansion: false',
    '    assert: [{ type: contains, value: Hello }]',
    'scenarios:',
    '  - config: [{ vars: { question: a } }, { vars: { question: b }, options: { seed: 7 } }]',
    '    tests: [{ assert: [{ type: contains, value: x }], options: { max_tokens: 9 } }]',
  ];
  workspace.write('promptfooconfig.yaml', `${config.join('\n')}\n`);
  const { stdout } = await run('import', 'promptfoo', 'promptfooconfig.yaml', '-o', 'tests/options.jsonl');
  expect(stdout.split('\n').filter((line) => line.includes('not imported'))).toEqual([
    'promptfooconfig.yaml:3: not imported: "options.provider": set the judge with --map judge=<agent>',
    'promptfooconfig.yaml:6: not imported: "assertScoringFunction": it has no counterpart in a suite',
    'promptfooconfig.yaml:8: not imported: "options.temperature": it has no counterpart in a suite',
    'promptfooconfig.yaml:14: not imported: "options.max_tokens": it has no counterpart in a suite',
    'promptfooconfig.yaml:13: not imported: "options.seed": it has no counterpart in a suite',
  ]);
  expect(stdout).toContain('imported 3 of 3 checks\n');
  expect(cases('tests/options.jsonl')[0]).toMatchObject({ input: 'Please: Hi!' });
});

const inFiles = `prompts:
  - file://prompts/*.txt
  - { id: file://chat.json, label: chat }
  - prompts/notes.md
  - file://prompts/made.py
  - file://../outside.txt
  - file://away.txt
tests:
  - file://tests/open.yaml
  - tests/*.csv
  - file://tests/lines.jsonl
  - file://tests/made.js:create
  - { vars: { question: Bye }, prompts: [chat], assert: [{ type: contains, value: ciao }] }
`;

function writePrompts(): void {
  workspace.write('outside.txt', 'secret');
  workspace.write('foo/promptfooconfig.yaml', inFiles);
  workspace.write('foo/prompts/two.txt', 'Answer: {{question}}\n---\nBe brief.\n{{question}}\n');
  const chat = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: '{{question}}' },
  ];
  workspace.write('foo/chat.json', JSON.stringify(chat));
  workspace.write('foo/prompts/notes.md', '# Notes\n---\n{{question}}\n');
  workspace.write('foo/prompts/made.py', 'def prompt(): pass\n');
  symlinkSync(path.join(workspace.root, 'outside.txt'), path.join(workspace.root, 'foo/away.txt'));
}

it('promptfoo: prompts and tests in files beside the configuration are carried, with their own lines', async () => {
  writePrompts();
  const open = `- vars: { question: 'When "exactly"?' }\n  assert:\n    - { type: contains, value: nine }\n    - { type: python, value: 'True' }\n`;
  workspace.write('foo/tests/open.yaml', open);
  workspace.write(
    'foo/tests/rows.csv',
    'question,__expected,__expected2,__prefix,__metadata:topic\nHi,contains-any: hello|hey,similar(0.8): hello,"Please: ",greeting\n\nNo,just no,,,\n',
  );
  workspace.write(
    'foo/tests/lines.jsonl',
    '{"vars": {"question": "Q"}, "assert": [{"type": "equals", "value": "A"}]}\n{broken\n',
  );
  workspace.write('foo/tests/made.js', '');
  const { code, stdout } = await run('import', 'promptfoo', 'foo/promptfooconfig.yaml', '-o', 'tests/all.jsonl');
  expect(code).toBe(0);
  for (const line of [
    'foo/promptfooconfig.yaml:5: not imported: the prompt file://prompts/made.py: promptfoo code generates it',
    'foo/promptfooconfig.yaml:6: not imported: the prompt file://../outside.txt: the file is not in the folder of foo/promptfooconfig.yaml',
    'foo/promptfooconfig.yaml:7: not imported: the prompt file://away.txt: the file is not in the folder of foo/promptfooconfig.yaml',
    'foo/promptfooconfig.yaml:12: not imported: file://tests/made.js:create: promptfoo code generates the tests',
    'foo/tests/open.yaml:4: not imported: the check python: ',
    'foo/tests/rows.csv:2: not imported: the check similar: ',
    'foo/tests/lines.jsonl:2: not imported: a test: this line is not JSON',
  ]) {
    expect(stdout).toContain(line);
  }
  const importedCases = cases('tests/all.jsonl');
  expect(importedCases).toHaveLength(4 * 4 + 1);
  expect(importedCases.slice(0, 4)).toMatchObject([
    { input: 'Answer: When "exactly"?' },
    { input: 'Be brief.\nWhen "exactly"?' },
    { input: [{ role: 'system' }, { role: 'user', content: 'When "exactly"?' }] },
    { input: '# Notes\n---\nWhen "exactly"?' },
  ]);
  expect(importedCases[4]).toMatchObject({
    input: 'Please: Answer: Hi',
    metadata: { topic: 'greeting', vars: { question: 'Hi' } },
    assert: [{ type: 'regex', value: 'hello\\|hey' }],
  });
  expect(importedCases[8]).toMatchObject({ input: 'Answer: No', assert: [{ type: 'equals', value: 'just no' }] });
  expect(importedCases.at(-1)).toMatchObject({ input: [{ role: 'system' }, { content: 'Bye' }] });
  expect((await run('lint', 'tests/all.jsonl')).code).toBe(0);
});

it.each([
  ['a table that is cut', 'tests.csv', 'a,b\n"x', 'foo/tests.csv:2'],
  ['YAML that is broken', 'tests.yaml', '- a: [1\n', 'foo/tests.yaml:'],
  ['a list of texts', 'tests.json', '["x"]', 'foo/tests.json:1: not imported: a test: it is not an object'],
  ['a workbook', 'tests.xlsx', 'x', 'foo/tests.xlsx:1: not imported: the tests of this file: tests are read from'],
  [
    'no file',
    'other.csv',
    'x',
    'foo/promptfooconfig.yaml:2: not imported: file://tests.csv: there is no file foo/tests.csv',
  ],
])('promptfoo: names tests in a file that cannot be read: %s', async (_what, file, text, message) => {
  const name = file === 'other.csv' ? 'tests.csv' : file;
  workspace.write('foo/promptfooconfig.yaml', `prompts: ['{{question}}']\ntests: file://${name}\n`);
  workspace.write(`foo/${file}`, text);
  const { code, stdout, stderr } = await run(
    'import',
    'promptfoo',
    'foo/promptfooconfig.yaml',
    '-o',
    'tests/all.jsonl',
  );
  expect(code).toBe(2);
  expect(stdout + stderr).toContain(message);
});

const tomato = { tool_name: 'send_guide', tool_input: { plant: 'tomato' } };

it('ADK: both generations say which tools each turn calls', async () => {
  workspace.write(
    'garden.test.json',
    JSON.stringify([{ query: 'Help', expected_tool_use: [tomato], reference: 'Sent.' }]),
  );
  const part = (text: string) => ({ parts: [{ text }], role: 'user' });
  const uses = { tool_uses: [{ name: 'send_guide', args: { plant: 'tomato' } }], intermediate_responses: [] };
  const conversation = [
    { user_content: part('Hello'), final_response: part('Hi!') },
    { user_content: part('Help'), final_response: null, intermediate_data: uses },
  ];
  const session = { app_name: 'garden', user_id: 'ann', state: { beds: 2 } };
  workspace.write('beds.evalset.json', {
    eval_set_id: 'beds',
    eval_cases: [{ eval_id: 'two', conversation, session_input: session }],
  });
  const files = ['garden.test.json', 'beds.evalset.json'];
  const { code, stdout } = await run('import', 'adk', ...files, '-o', 'tests/garden.jsonl');
  expect(code).toBe(0);
  expect(stdout).toContain('garden.test.json:1: not imported: garden, turn 1: the reference answer: ');
  expect(stdout).toContain('two: the initial state');
  expect(stdout).toContain('imported 3 of 5 checks; 2 not\n2 cases in tests/garden.jsonl\n');
  const sends = {
    type: 'tools',
    match: 'exactly',
    arguments_match: 'exact',
    calls: [{ name: 'send_guide', arguments: { plant: 'tomato' } }],
  };
  expect(cases('tests/garden.jsonl')).toMatchObject([
    { id: 'garden', turns: [{ input: 'Help', assert: sends }], metadata: { references: ['Sent.'] } },
    {
      id: 'two',
      user: 'ann',
      turns: [
        { input: 'Hello', assert: { calls: [] } },
        { input: 'Help', assert: sends },
      ],
    },
  ]);
  expect((await run('lint', 'tests/garden.jsonl')).code).toBe(0);
});

it('tau2: a task becomes a simulated user, its claims and its calls', async () => {
  const instructions = {
    domain: 'shop',
    reason_for_call: 'Return the kettle.',
    known_info: 'You are Ann.\nYour order number is W12.',
    unknown_info: 'You do not remember your e-mail address.',
    task_instructions: 'Be brief.',
  };
  const actions = [{ action_id: 'a', name: 'return_item', arguments: { id: 'K1', note: 'x' }, compare_args: ['id'] }];
  const criteria = {
    actions,
    communicate_info: ['24.50'],
    nl_assertions: ['is kind'],
    reward_basis: ['ACTION', 'COMMUNICATE', 'NL_ASSERTION'],
  };
  const task = { id: '7', user_scenario: { persona: null, instructions }, evaluation_criteria: criteria };
  const unrewarded = { actions: [], communicate_info: ['9.80'], nl_assertions: ['is calm'], reward_basis: ['DB'] };
  const empty = { ...task, id: '8', evaluation_criteria: unrewarded };
  workspace.write('tasks.json', JSON.stringify([task, empty]));
  const { code, stdout } = await run('import', 'tau2', 'tasks.json', '-o', 'tests/shop.jsonl');
  expect(code).toBe(0);
  for (const claim of ['9.80', 'is calm']) {
    expect(stdout).toContain(`"${claim}": the reward of the task does not depend on this check`);
  }
  expect(stdout).toContain('imported 4 of 6 checks; 2 not\n2 cases in tests/shop.jsonl\n');
  expect(cases('tests/shop.jsonl')).toMatchObject([
    {
      id: 'task-7',
      simulator: {
        goal: 'Return the kettle.',
        facts: { name: 'Ann', 'order number': 'W12' },
        unknown: ['e-mail address'],
        persona: 'Be brief.',
      },
      assert: [
        { type: 'tools', match: 'any_order', calls: [{ name: 'return_item', arguments: { id: 'K1' } }] },
        { type: 'regex', value: '(?i)2,*4,*\\.,*5,*0', on: 'any' },
        { type: 'agent', value: 'is kind' },
      ],
    },
    { id: 'task-8', assert: [{ type: 'tools', match: 'exactly', calls: [] }] },
  ]);
  expect((await run('lint', 'tests/shop.jsonl')).code).toBe(0);
  expect(stdout).toContain('2 cases: only a user played by a model follows all these instructions');
  const nobody = await run('import', 'tau2', 'tasks.json', '--map', 'simulator=nobody');
  expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('the workspace has no agent "nobody"')]);
});

it('adk: a file with cases that are none is refused with all that is wrong', async () => {
  const good = { eval_id: 'good', conversation: [{ user_content: { parts: [{ text: 'Hello' }] } }] };
  const eval_cases = [good, { conversation: [] }, good, { eval_id: 'bad', conversation: [{ user_content: 'Hello' }] }];
  writeFileSync(path.join(workspace.root, 'broken.evalset.json'), JSON.stringify({ eval_set_id: 'x', eval_cases }));
  const { code, stderr } = await run('import', 'adk', 'broken.evalset.json');
  expect(code).toBe(2);
  expect(stderr).toContain(
    'broken.evalset.json: this is not an evaluation file of ADK: "eval_cases[1].eval_id" is missing; ' +
      '"eval_cases[3].conversation[0].user_content" must be object',
  );
});
