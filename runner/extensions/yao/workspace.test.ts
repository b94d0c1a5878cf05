import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../../testing/echo-workspace.ts';
import { findWorkspace } from '../../workspace/find-workspace.ts';
import { describeWorkspace, listSuites } from '../../workspace/index.ts';

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write('assistants/echo/tests/good.jsonl', [
    { id: 'A', input: 'a' },
    { id: 'B', input: 'b' },
  ]);
  workspace.write('assistants/echo/tests/bad.jsonl', '{"id": "A", "input": 1}\n{"id": "A"}\n');
  workspace.write('data/people.jsonl', [{ id: 'ada', born: 1815 }]);
  workspace.write('mcps/mapping/shop/schemes/order.jsonl', [{ name: 'one', input: { id: 1 }, output: {} }]);
  workspace.write('assistants/echo/tests/output-20260101000000.jsonl', '{"type":"start"}\n');
  workspace.write('reports/mine.jsonl', '{"type":"start"}\n');
  workspace.write('node_modules/x/tests/cases.jsonl', [{ id: 'A', input: 'a' }]);
  workspace.write('other/runner.config.json', {});
  workspace.write('other/cases.jsonl', [{ id: 'A', input: 'a' }]);
  workspace.write('tests/desk/late/cases.jsonl', [{ id: 'A', input: 'a' }]);
  workspace.write('loose.jsonl', [{ id: 'A', input: 'a' }]);
  workspace.write('connectors/cloud.conn.yao', {
    type: 'openai',
    options: { model: 'm', key: '$ENV.WORKSPACE_TEST_KEY' },
  });
});
afterAll(() => workspace.remove());

describe('a workspace that is an application of Yao', () => {
  it('is found from anywhere inside it', () => {
    expect(findWorkspace(path.join(workspace.root, 'assistants', 'echo', 'tests'))).toBe(workspace.root);
    expect(findWorkspace(workspace.root)).toBe(workspace.root);
  });

  it('lists its suites with their agents, cases and problems, but no reports, dependencies, data and other workspaces', async () => {
    expect(await listSuites(workspace.root, [{ id: 'desk' }, { id: 'judge' }])).toEqual([
      { key: 'assistants/echo/tests/bad.jsonl', agentId: 'echo', cases: 0, problems: expect.any(Number) },
      { key: 'assistants/echo/tests/good.jsonl', agentId: 'echo', cases: 2, problems: 0 },
      { key: 'loose.jsonl', cases: 1, problems: 0 },
      { key: 'tests/desk/late/cases.jsonl', agentId: 'desk', cases: 1, problems: 0 },
    ]);
    expect((await listSuites(workspace.root, [{ id: 'desk' }]))[0]?.problems).toBeGreaterThan(0);
  });

  it('lists agents and connectors, whether a key is there, and never the key', async () => {
    process.env.WORKSPACE_TEST_KEY = 'sk-never-shown';
    const { agents, connectors } = await describeWorkspace(workspace.root);
    expect(agents.map((agent) => agent.id)).toEqual(['echo', 'simulator']);
    expect(connectors).toMatchObject([
      { id: 'cloud', type: 'openai', keyVariable: 'WORKSPACE_TEST_KEY', keyPresent: true },
    ]);
    expect(JSON.stringify(connectors)).not.toContain('sk-never-shown');
  });
});
