import { type ChannelListener, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../runner/testing/run-cli.ts';
import { createTemporaryWorkspace } from '../runner/testing/workspace.ts';

let started = 0;
const countStart: ChannelListener = () => {
  started += 1;
};
beforeAll(() => subscribe('child_process', countStart));
afterAll(() => void unsubscribe('child_process', countStart));

// Commands must start as few processes as possible, because starting one takes a quarter of the time of a short run.
it.each([
  { args: ['list'], processes: 0 },
  { args: ['lint'], processes: 1 },
  { args: ['test', 'cases.jsonl', '--no-output'], processes: 1 },
])('processes that "$args.0" starts: $processes', async ({ args, processes }) => {
  const cwd = await createTemporaryWorkspace({
    'runner.config.json': JSON.stringify({ agents: { echo: { type: 'module', path: 'echo.ts' } } }),
    'echo.ts': 'export default ({ input }) => input;\n',
    'cases.jsonl': '{"id": "a", "input": "hello", "assert": {"type": "contains", "value": "hello"}}\n',
  });
  // The first run bundles the module of the agent, for which it starts a separate process.
  await runCli(args, { cwd });
  started = 0;
  expect(await runCli(args, { cwd })).toMatchObject({ code: 0 });
  expect(started).toBe(processes);
});

it('calls of a module do not load the HTTP client of Node, which takes as long as a short run', async () => {
  const test = { input: 'x', assert: { type: 'equals', value: 'loaded: 0' } };
  const cwd = await createTemporaryWorkspace({
    'runner.config.json': JSON.stringify({ agents: { parts: { type: 'module', path: 'parts.ts' } } }),
    'parts.ts': `const loaded = () => process.moduleLoadList.filter((name) => name.includes('undici')).length;
      export default ({ case_id: id }) => (id === 'a' ? { content: 'loaded: ' + loaded() } : 'loaded: ' + loaded());`,
    'cases.jsonl': ['a', 'b', 'c'].map((id) => JSON.stringify({ id, ...test })).join('\n'),
  });
  expect(await runCli(['test', 'cases.jsonl', '--no-output'], { cwd })).toMatchObject({ code: 0 });
});
