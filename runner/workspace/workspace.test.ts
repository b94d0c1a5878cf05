import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { findWorkspace } from './find-workspace.ts';
import { describeWorkspace, listSuites } from './index.ts';

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write('tests/echo/good.jsonl', [
    { id: 'A', input: 'a' },
    { id: 'B', input: 'b' },
  ]);
  workspace.write('tests/echo/bad.jsonl', '{"id": "A", "input": 1}\n{"id": "A"}\n');
  workspace.write('data/people.jsonl', [{ id: 'ada', born: 1815 }]);
  workspace.write('tests/echo/output-20260101000000.jsonl', '{"type":"start"}\n');
  workspace.write('reports/mine.jsonl', '{"type":"start"}\n');
  workspace.write('node_modules/x/tests/cases.jsonl', [{ id: 'A', input: 'a' }]);
  workspace.write('other/runner.config.json', {});
  workspace.write('other/cases.jsonl', [{ id: 'A', input: 'a' }]);
  workspace.write('tests/desk/late/cases.jsonl', [{ id: 'A', input: 'a' }]);
  workspace.write('loose.jsonl', [{ id: 'A', input: 'a' }]);
});
afterAll(() => workspace.remove());

describe('a workspace', () => {
  it('is found from anywhere inside it', () => {
    expect(findWorkspace(path.join(workspace.root, 'tests', 'echo'))).toBe(workspace.root);
    expect(findWorkspace(workspace.root)).toBe(workspace.root);
  });

  it('lists its suites with their agents, cases and problems, but no reports, dependencies, data and other workspaces', async () => {
    expect(await listSuites(workspace.root, [{ id: 'desk' }, { id: 'echo' }])).toEqual([
      { key: 'loose.jsonl', cases: 1, problems: 0 },
      { key: 'tests/desk/late/cases.jsonl', agentId: 'desk', cases: 1, problems: 0 },
      { key: 'tests/echo/bad.jsonl', agentId: 'echo', cases: 0, problems: expect.any(Number) },
      { key: 'tests/echo/good.jsonl', agentId: 'echo', cases: 2, problems: 0 },
    ]);
    expect((await listSuites(workspace.root, [{ id: 'desk' }]))[2]?.problems).toBeGreaterThan(0);
  });

  it('lists its agents', async () => {
    const { agents } = await describeWorkspace(workspace.root);
    expect(agents.map((agent) => agent.id)).toEqual(['echo', 'simulator']);
  });
});
