import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { suiteCasesQuery } from '@/lib/queries';
import { NewRunForm } from './new-run-form';

afterEach(() => void vi.unstubAllGlobals());

it('says where a suite is broken, in the words of the runner, and stays', async () => {
  const problems = ['tests/broken.jsonl:1:34: unknown assertion type', 'tests/broken.jsonl:2:8: not JSON'];
  const sentRequests: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sentRequests.push(JSON.parse(body));
    return Response.json({ ok: false, problems });
  });
  const { user, visited } = renderView(
    <NewRunForm
      workspace={{
        folder: 'shop',
        suites: [{ key: 'tests/broken.jsonl', agentId: 'shop', cases: 2, problems: 2 }],
        agents: [{ id: 'shop', type: 'module' }],
        connectors: [],
        folders: [],
      }}
      runs={[]}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Start run' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The run was not started.');
  for (const problem of problems) expect(alert.textContent).toContain(problem);
  expect(sentRequests).toMatchObject([{ suites: ['tests/broken.jsonl'], attempts: 1, parallel: 1 }]);
  expect(visited).toEqual([]);
});

const suites = ['a.jsonl', 'b.jsonl'].map((key) => ({ key, agentId: 'shop', cases: 3, problems: 0 }));
const workspace = { folder: 'shop', suites, agents: [{ id: 'shop', type: 'module' }], connectors: [], folders: [] };
const lastRun = {
  runId: 'run-1',
  suiteKey: 'b.jsonl',
  agentId: 'shop',
  status: 'passed' as const,
  total: 2,
  attempts: 1,
  counts: { passed: 2, failed: 0, error: 0, timeout: 0, skipped: 0 },
  passRate: 1,
  startedAt: 1_000,
  finishedAt: 21_000,
};
const cases = [
  { id: 'A', tags: ['smoke'] },
  { id: 'B', tags: ['smoke', 'slow'] },
  { id: 'C', tags: [] },
].map((each) => ({ ...each, line: 1, kind: 'standard' as const, skip: false, name: undefined }));

it('starts with the agent that ran the suite last, if the suite has none and the agent can be tested', () => {
  const withoutAgent = { ...workspace, suites: [{ key: 'b.jsonl', cases: 3, problems: 0 }] };
  const agents = ['shop', 'planner'].map((id) => ({ id, type: 'module' }));
  const openWith = (planner: object) => {
    const offered = {
      ...withoutAgent,
      agents: agents.map((each) => (each.id === 'planner' ? { ...each, ...planner } : each)),
    };
    const { unmount } = renderView(<NewRunForm workspace={offered} runs={[{ ...lastRun, agentId: 'planner' }]} />, {
      answers: (queries) => queries.setQueryData(suiteCasesQuery('b.jsonl').queryKey, { cases, problems: [] }),
    });
    const text = screen.getByRole('combobox', { name: 'Agent' }).textContent;
    unmount();
    return text;
  };
  expect(openWith({})).toContain('planner');
  expect(openWith({ problem: 'agents/planner.mjs is missing' })).toContain('shop');
});

it('starts with the suite used last, for some of its cases, with a label and an estimate', async () => {
  const sentRequests: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (address: string, init?: { body: string }) => {
    if (init?.body === undefined) return Response.json({ cases, problems: [] });
    sentRequests.push([address, JSON.parse(init.body)]);
    return Response.json({ ok: true, runId: 'run-2' });
  });
  const { user, visited } = renderView(<NewRunForm workspace={workspace} runs={[lastRun]} />, {
    answers: (queries) => queries.setQueryData(suiteCasesQuery('b.jsonl').queryKey, { cases, problems: [] }),
  });
  expect(screen.getByText('About 30.0s for 3 attempts, from the last run: 2 attempts in 20.0s.')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'smoke' }));
  expect(screen.getByText('Cases: all 2')).toBeTruthy();
  await user.click(screen.getByText('Cases: all 2'));
  expect(screen.queryByRole('checkbox', { name: 'C' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'B' }));
  expect(screen.getByText('Cases: 1 case of 2')).toBeTruthy();
  expect(screen.getByText(/^About 10\.0s for 1 attempt, /)).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Label (optional)' }), ' new prompt ');
  await user.click(screen.getByRole('button', { name: 'Start run' }));
  expect(sentRequests).toEqual([
    ['/api/runs', { suites: ['b.jsonl'], attempts: 1, parallel: 1, tag: ['smoke'], cases: ['B'] }],
    ['/api/runs/run-2/label', { label: 'new prompt' }],
  ]);
  expect(visited).toEqual(['/runs/run-2']);
});
