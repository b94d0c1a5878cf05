import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { NewRunForm } from './new-run-form';

afterEach(() => void vi.unstubAllGlobals());

it('says where a suite is broken, in the words of the runner, and stays', async () => {
  const problems = ['tests/broken.jsonl:1:34: unknown assertion type', 'tests/broken.jsonl:2:8: not JSON'];
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
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
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Start run' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The run was not started.');
  for (const problem of problems) expect(alert.textContent).toContain(problem);
  expect(sent).toMatchObject([{ suites: ['tests/broken.jsonl'], attempts: 1, parallel: 1 }]);
  expect(visited).toEqual([]);
});
