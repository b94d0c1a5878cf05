import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'assistants/echo/tests/cases.jsonl';
const HOUR = 3_600_000;
const cases = ['A', 'B'].map((id) => ({ id, input: `hello ${id}`, assert: { type: 'contains', value: 'hello' } }));
const answering = (B: string) => ({
  type: 'scripted',
  rules: [{ when: { text: 'B' }, answer: B }, { answer: 'hello' }],
});
let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });
const test = (runId: string, ...args: string[]) => run('test', suite, '--run-id', runId, '--no-output', ...args);
const configure = (echo: object) => workspace.write('runner.config.json', { agents: { echo } });
const ids = ['f', '1', '2', '3'].map((letter) => `019a${letter.repeat(4)}-0000-7000-8000-00000000000a`);
const [ahead = '', second = '', third = '', fourth = ''] = ids;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  workspace = createEchoWorkspace();
  workspace.write(suite, cases);
});
afterEach(() => {
  vi.useRealTimers();
  workspace.remove();
});

it('a run that is dated in the future owns nothing once another was written', async () => {
  const now = Date.now();
  configure(answering('sorry'));
  vi.setSystemTime(now + 30 * 365 * 24 * HOUR);
  expect((await test(ahead)).stderr).not.toContain('clock');

  vi.setSystemTime(now);
  configure(answering('hello'));
  const warning = `turntree: warning: this run starts before run ${ahead.slice(0, 13)} of its series, which was recorded earlier but is dated 20`;
  const mended = await test(second);
  expect(mended.stderr).toContain(warning);
  expect(JSON.parse((await run('show', 'latest', '--format', 'json')).stdout)).toMatchObject({
    metadata: { run_id: second },
  });

  vi.setSystemTime(now + HOUR);
  configure(answering('sorry'));
  const broken = await test(third);
  expect(broken.stderr).not.toContain('a clock was wrong');
  expect(broken.stdout).toContain(`Baseline:  run ${second.slice(0, 13)}: 100.0% → 50.0%`);
  const why = await run('why', 'B');
  expect(why.stdout).toContain(third.slice(0, 13));
  expect(why.stdout).toContain('New');
  const again = await test(fourth, '--last-failed');
  expect(again.stdout).toContain('B');
  expect(again.stdout).not.toMatch(/\bA\b.*hello A/);
});

it('a clock that is set while a run goes on changes no duration', async () => {
  const now = Date.now();
  vi.setSystemTime(now);
  const server = createServer((_request, response) => {
    vi.setSystemTime(now - HOUR);
    response.setHeader('content-type', 'application/json');
    response.end('{"content":"hello"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  configure({ type: 'http', url: `http://127.0.0.1:${port}/`, output: 'content' });
  const { stdout, stderr, code } = await test(ahead, '--json');
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const times = events.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(events.at(-1)).toMatchObject({ type: 'run.finished' });
  const { durationMs } = events.at(-1).summary;
  expect(durationMs).toBeLessThanOrEqual(times.at(-1) - times[0]);
  expect(durationMs).toBeGreaterThanOrEqual(0);
});
