import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli } from '../../testing/run-cli.ts';
import { createScriptedWorkspace, type ScriptedWorkspace } from '../../testing/scripted-workspace.ts';

const order = '{"id": 7, "state": "sent", "lines": [{"sku": "K1", "count": 2}]}';
const rules = (answer: string) => ({ type: 'scripted', rules: [{ answer }] });
let workspace: ScriptedWorkspace;
const run = (...args: string[]) => runCli(args, { cwd: workspace.root });

beforeEach(() => {
  workspace = createScriptedWorkspace({ json: rules(order), prose: rules(`Here it is: ${order}`), short: rules('ok') });
});
afterEach(() => workspace.remove());

const schema = `{ type: object, required: [id, lines], properties: { id: { type: integer, minimum: 1 }, state: { enum: [sent, open] },
            lines: { type: array, minItems: 1, items: { type: object, required: [sku], additionalProperties: false,
            properties: { sku: { type: string, pattern: '^K' }, count: { type: integer } } } } } }`;
const config = `prompts: ['{{question}}']
tests:
  - description: any JSON
    vars: { question: a }
    assert: [{ type: is-json }]
  - description: JSON of a schema
    vars: { question: b }
    assert:
      - type: is-json
        value: ${schema}
  - description: another schema
    vars: { question: c }
    assert: [{ type: is-json, value: { type: object, properties: { id: { type: string } } } }]
  - description: the same JSON
    vars: { question: d }
    assert: [{ type: equals, value: { lines: [{ count: 2, sku: K1 }], state: sent, id: 7 } }]
  - description: an expression
    vars: { question: e, most: 10 }
    assert: [{ type: javascript, value: output.length > context.vars.most }]
  - description: a body
    vars: { question: f }
    assert:
      - type: javascript
        value: |
          const words = output.split(' ');
          return { pass: words.length > 1, score: 1, reason: words.length + ' words' };
  - description: a score
    vars: { question: g }
    assert: [{ type: javascript, value: "output === 'ok' ? 0 : 0.5" }]
`;

it('checks of promptfoo that are code or a schema judge as they do there', async () => {
  workspace.write('promptfooconfig.yaml', config);
  const imported = await run('import', 'promptfoo', 'promptfooconfig.yaml', '-o', 'tests/orders.jsonl');
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  expect(imported.stdout).toContain('imported 7 of 7 checks\n');
  expect(imported.stdout).toContain(
    '1 case: the JSON schema has "properties", but no "required", so the answer {} passes\n',
  );
  expect(imported.stdout).toContain('7 cases in tests/orders.jsonl\n');
  expect(imported.stdout).toContain(`checks written as code are in ${path.join('scripts', 'checks_of_orders.mjs')}\n`);
  const passed = async (agent: string): Promise<Record<string, unknown>> => {
    await run('test', 'tests/orders.jsonl', '-n', agent, '-o', `${agent}.json`, '--no-history');
    const { results } = JSON.parse(readFileSync(path.join(workspace.root, `${agent}.json`), 'utf8'));
    return Object.fromEntries(
      results.map(({ name, status, error }: Record<string, string>) => [name, status === 'passed' ? true : error]),
    );
  };
  expect(await passed('json')).toEqual({
    'any JSON': true,
    'JSON of a schema': true,
    'another schema': expect.stringContaining('$.id must be string, and is number'),
    'the same JSON': true,
    'an expression': true,
    'a body': true,
    'a score': true,
  });
  // The whole answer must be JSON; JSON inside other text does not count.
  expect(await passed('prose')).toMatchObject({
    'any JSON': expect.stringContaining('the answer is not JSON'),
    'the same JSON': expect.stringContaining('the answer is not JSON'),
  });
  expect(await passed('short')).toMatchObject({
    'an expression': expect.any(String),
    'a body': expect.stringContaining('1 words'),
    'a score': expect.stringContaining('the score is 0'),
  });
});

it.each([
  [
    'what is no JavaScript',
    { type: 'javascript', value: '}); process.exit(0); (() => {' },
    'the code is not JavaScript',
  ],
  [
    'code in another file',
    { type: 'javascript', value: 'file://check.js' },
    'the code of the check is in another file: file://check.js',
  ],
  [
    'a schema with more than is known here',
    { type: 'is-json', value: { properties: { at: { format: 'date' } } } },
    'the schema has "format"',
  ],
])('names a check that it cannot carry: %s', async (_what, check, why) => {
  const tests = [{ vars: { question: 'a' }, assert: [check, { type: 'contains', value: 'o' }] }];
  workspace.write('promptfooconfig.json', JSON.stringify({ prompts: ['{{question}}'], tests }));
  const { stdout } = await run('import', 'promptfoo', 'promptfooconfig.json', '-o', 'tests/lost.jsonl');
  expect(stdout).toContain(why);
  expect(existsSync(path.join(workspace.root, 'scripts'))).toBe(false);
});

it('writes over no script of the workspace, and no suite then', async () => {
  workspace.write('promptfooconfig.yaml', config);
  workspace.write('scripts/checks_of_orders.mjs', 'export const mine = 1;\n');
  const { code, stderr } = await run('import', 'promptfoo', 'promptfooconfig.yaml', '-o', 'tests/orders.jsonl');
  expect(code).toBe(1);
  expect(stderr).toContain('checks_of_orders.mjs already exists; nothing was written');
  expect(existsSync(path.join(workspace.root, 'tests', 'orders.jsonl'))).toBe(false);
});
