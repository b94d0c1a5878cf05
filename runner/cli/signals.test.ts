import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { listRuns } from '../history/index.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type RunningCli, runCli, startCli } from '../testing/run-cli.ts';

const suite = 'assistants/echo/tests/cases.jsonl';
/** Starting a process may take seconds on a busy machine. */
const patiently = { timeout: 60_000 };
let workspace: EchoWorkspace;
const place = (file: string) => path.join(workspace.root, file);
const journal = () => (existsSync(place('journal')) ? readFileSync(place('journal'), 'utf8').trim().split('\n') : []);
const start = (...flags: string[]): RunningCli =>
  startCli(['test', suite, '-o', 'report.json', '-o', 'report.jsonl', ...flags], {
    cwd: workspace.root,
    variables: { JOURNAL: place('journal') },
  });

/** The number of runs in the history; 0 while the history is being created. */
function storedRuns(): number {
  if (!existsSync(place('.runner/history.db'))) return 0;
  const database = openDatabase(place('.runner/history.db'));
  const { length } = listRuns(database, { limit: 2 });
  database.close();
  return length;
}

/** Hooks that log each call. For the case `stuck`, the `After` hook never returns. */
const hooks = `
import { appendFileSync } from 'node:fs';
const note = (text: string): void => appendFileSync(process.env.JOURNAL ?? '', text + '\\n');
export function Before(_ctx: object, testCase: { id: string }) { note('before ' + testCase.id); }
export async function After(_ctx: object, testCase: { id: string }, result: { status: string }) {
  note('after ' + testCase.id + ' ' + result.status);
  if (testCase.id === 'stuck') await new Promise(() => undefined);
}
export function BeforeAll() { note('before all'); }
export function AfterAll(_ctx: object, results: { status: string }[]) { note('after all'); }
`;

beforeEach(() => {
  workspace = createEchoWorkspace();
  workspace.write('assistants/echo/src/env_test.ts', hooks);
  const hooked = { before: 'env_test.Before', after: 'env_test.After' };
  workspace.write(suite, [
    { id: 'done', input: 'x', ...hooked },
    { id: 'hang', input: 'hang', ...hooked },
    { id: 'never', input: 'y', ...hooked },
  ]);
});
afterEach(() => workspace.remove());

describe('a run that is told to stop', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGQUIT', 131],
  ] as const)('by %s cleans up, writes its reports and ends with %i', async (signal, exitCode) => {
    const cli = start('--before', 'env_test.BeforeAll', '--after', 'env_test.AfterAll');
    await expect.poll(journal, patiently).toContain('before hang');
    cli.child.kill(signal);
    const { code, stderr } = await cli.done;
    expect(code).toBe(exitCode);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(`turntree: exit ${exitCode}: cancelled`);
    expect(journal()).toEqual([
      'before all',
      'before done',
      'after done passed',
      'before hang',
      'after hang skipped',
      'after all',
    ]);
    const { summary, results, skipped } = JSON.parse(readFileSync(place('report.json'), 'utf8'));
    expect(summary).toMatchObject({ outcome: 'cancelled', exit_code: exitCode, passed: 1, skipped: 2 });
    expect(results).toMatchObject([{ status: 'passed' }]);
    expect(skipped.map(({ reason }: { reason: string }) => reason)).toEqual(['cancelled', 'cancelled']);
    expect(readFileSync(place('report.jsonl'), 'utf8')).toContain('"type":"summary"');
    const database = openDatabase(place('.runner/history.db'));
    expect(listRuns(database, { limit: 1 })).toMatchObject([{ status: 'cancelled', reason: 'cancelled' }]);
    database.close();
  });

  it('ends in order when it hears more than once that its terminal is closed', async () => {
    const cli = start();
    await expect.poll(journal, patiently).toContain('before hang');
    for (let times = 0; times < 3; times += 1) cli.child.kill('SIGHUP');
    expect((await cli.done).code).toBe(129);
    expect(JSON.parse(readFileSync(place('report.json'), 'utf8')).summary).toMatchObject({ outcome: 'cancelled' });
  });

  it('ends at once at the second signal, whatever still goes on', async () => {
    workspace.write(suite, [{ id: 'stuck', input: 'hang', after: 'env_test.After' }]);
    const cli = start();
    await cli.printed((text) => text.includes('Running Tests'));
    await expect.poll(storedRuns, patiently).toBe(1);
    cli.child.kill('SIGINT');
    await expect.poll(journal, patiently).toContain('after stuck skipped');
    cli.child.kill('SIGINT');
    expect(await cli.done).toMatchObject({ code: 130, signal: null });
    const { stdout } = await runCli(['show', 'latest'], { cwd: workspace.root });
    expect(stdout).toMatch(/^Run \S+: (running|interrupted)/);
  });
});
