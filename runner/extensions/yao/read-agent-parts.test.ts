import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAgents } from '../../agents/create-agents.ts';
import { type AgentParts, workspaceConfigSchema } from '../../contract/index.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { formatYaoPackage } from '../../testing/yao-workspace.ts';
import { systems } from '../registered/systems.ts';

const files = {
  'connectors/offline.conn.yao': '{"type": "openai", "options": {"model": "small", "key": "sk-secret"}}',
  'connectors/rules.conn.yao': '{"type": "scripted", "rules_file": "rules.jsonc"}',
  'connectors/rules.jsonc': '[{"answer": "Hello"}]',
  'assistants/desk/package.yao': formatYaoPackage({ options: { temperature: 0.5 } }),
  'assistants/desk/prompts.yml': '- role: system\n  content: Be kind.\n',
  'assistants/desk/src/index.ts': 'export function Next() { return null; }\n',
  'assistants/desk/tests/cases.jsonl': '{"id": "A", "input": "hello", "assert": {"type": "contains", "value": "h"}}\n',
  'assistants/desk/src/agent.mjs': 'export default ({ input }) => input;\n',
  'agents/echo.mjs': 'export default ({ input }) => input;\n',
};
const agentsOfConfig = {
  played: { type: 'module', path: 'agents/echo.mjs', connector: 'rules' },
  desk_module: { type: 'module', path: 'assistants/desk/src/agent.mjs' },
};

/** Compares the parts of an agent before and after its files are changed. */
async function partsAround(id: string, change: { files: Record<string, string> }) {
  const root = await createTemporaryWorkspace(files);
  const readParts = (agents: object): AgentParts => {
    const config = workspaceConfigSchema.parse({ agents });
    return createAgents({ systems, root, config, variables: {} }).parts(id);
  };
  const before = readParts(agentsOfConfig);
  for (const [file, text] of Object.entries(change.files)) writeFileSync(path.join(root, file), text);
  const after = readParts(agentsOfConfig);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return { before, changed: [...names].filter((name) => Reflect.get(before, name) !== Reflect.get(after, name)) };
}

describe('what an assistant is made of', () => {
  it.each([
    ['prompts', 'assistants/desk/prompts.yml', '- role: system\n  content: Be brief.\n'],
    ['settings', 'assistants/desk/package.yao', formatYaoPackage({ options: { temperature: 1 } })],
    ['scripts', 'assistants/desk/src/index.ts', 'export function Next() { return "no"; }\n'],
    ['model', 'connectors/offline.conn.yao', '{"type": "openai", "options": {"model": "large", "key": "sk-secret"}}'],
  ])('has other %s when %s is another', async (part, file, text) => {
    expect((await partsAround('desk', { files: { [file]: text } })).changed).toEqual([part]);
  });

  it.each([
    ['how a file is written', 'assistants/desk/prompts.yml', '# kinder\n- content: "Be kind."\n  role: system\n'],
    ['its name', 'assistants/desk/package.yao', formatYaoPackage({ name: 'Desk', options: { temperature: 0.5 } })],
    ['the key', 'connectors/offline.conn.yao', '{"type": "openai", "options": {"model": "small", "key": "sk-other"}}'],
    ['its cases', 'assistants/desk/tests/cases.jsonl', ''],
    ['a test of its scripts', 'assistants/desk/src/index_test.ts', 'export function TestIt() {}\n'],
  ])('is the same when only %s is another', async (_what, file, text) => {
    expect((await partsAround('desk', { files: { [file]: text } })).changed).toEqual([]);
  });

  it.each([
    ['prompts', 'assistants/desk/prompts.yml', '- role: system\n  content: Be brief.\n'],
    ['scripts', 'assistants/desk/src/index.ts', 'export function Next() { return "no"; }\n'],
  ])('has other %s when a module lies beside them', async (part, file, text) => {
    expect((await partsAround('desk_module', { files: { [file]: text } })).changed).toEqual([part]);
  });

  it('has another model when the rules that stand in for one, or its settings, are others', async () => {
    const rules = { 'connectors/rules.jsonc': '[{"answer": "Bye"}]' };
    expect((await partsAround('played', { files: rules })).changed).toEqual(['model']);
    const comment = { 'connectors/rules.jsonc': '[/* politely */ {"answer": "Hello"}]' };
    expect((await partsAround('played', { files: comment })).changed).toEqual([]);
    const broken = await partsAround('played', { files: { 'connectors/rules.jsonc': '[' } });
    expect(Object.keys(broken.before)).toContain('model');
    const options = '{"type": "openai", "options": {"model": "small", "key": "sk-secret", "temperature": 1}}';
    const settings = { 'connectors/offline.conn.yao': options };
    expect((await partsAround('desk', { files: settings })).changed).toEqual(['model']);
  });

  it('is unknown where it cannot be read', async () => {
    const { before, changed } = await partsAround('desk', {
      files: { 'assistants/desk/prompts.yml': '- role: nobody\n' },
    });
    expect(Object.keys(before).toSorted()).toEqual(['model', 'prompts', 'scripts', 'settings']);
    expect(changed.toSorted()).toEqual(['prompts', 'scripts', 'settings']);
  });
});
