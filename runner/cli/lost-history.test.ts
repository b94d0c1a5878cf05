import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { listRuns } from '../history/index.ts';
import { createEchoWorkspace, type EchoWorkspace, moduleEcho } from '../testing/echo-workspace.ts';
import { runCli, startCli } from '../testing/run-cli.ts';

const suite = 'assistants/echo/tests/cases.jsonl';
/** Starting a process may take seconds on a busy machine. */
const patiently = { timeout: 60_000 };
let workspace: EchoWorkspace;
const place = (file: string) => path.join(workspace.root, file);
const history = () => place('.runner/history.db');

/** An agent that waits for the file `$DOOR` on request. */
const agent = `
import { existsSync, writeFileSync } from 'node:fs';
const door = process.env.DOOR ?? '';
export default async function echo({ input }: { input: string }): Promise<string> {
  if (input === 'slow') await new Promise((done) => setTimeout(done, 30));
  if (input === 'wait') writeFileSync(door + '.reached', '');
  while (input === 'wait' && !existsSync(door)) await new Promise((done) => setTimeout(done, 5));
  return 'echo: ' + input;
}
`;

beforeEach(() => {
  workspace = createEchoWorkspace({ echo: moduleEcho });
  workspace.write('assistants/echo/agent.ts', agent);
  workspace.write(suite, [
    { id: 'one', input: 'one' },
    { id: 'two', input: 'wait' },
    { id: 'three', input: 'three' },
  ]);
});
afterEach(() => workspace.remove());

async function runWith(harm: () => unknown) {
  const cli = startCli(['test', suite, '-o', 'report.json'], {
    cwd: workspace.root,
    variables: { DOOR: place('door') },
  });
  await expect.poll(() => existsSync(place('door.reached')), patiently).toBe(true);
  await cli.printed((text) => text.includes('[one]'));
  await harm();
  writeFileSync(place('door'), '');
  return cli.done;
}

function stored(file: string) {
  const database = openDatabase(file);
  const runs = listRuns(database, { limit: 9 }).map(({ status, counts }) => ({ status, passed: counts.passed }));
  expect(database.sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
  database.close();
  return runs;
}

function sideFile(): string {
  return readdirSync(place('.runner')).find((name) => name.endsWith('.jsonl')) ?? '';
}

describe('a run whose history is lost while it goes on', () => {
  it('says so, fails, has its reports, and can be imported', async () => {
    const { code, stderr } = await runWith(() => rmSync(history()));
    expect(code).toBe(1);
    expect(stderr).toContain(`${history()} was deleted while the run went on; the run is kept in `);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^turntree: exit 1: .*, but not everything could be written$/);
    expect(JSON.parse(readFileSync(place('report.json'), 'utf8')).summary).toMatchObject({ passed: 3, total: 3 });
    for (const message of ['1 run added, 0 already present\n', '0 runs added, 1 already present\n']) {
      const imported = await runCli(['history', 'import', path.join('.runner', sideFile()), '--db', 'other.db'], {
        cwd: workspace.root,
      });
      expect(imported).toMatchObject({ code: 0, stdout: message });
    }
    expect(stored(place('other.db'))).toEqual([{ status: 'passed', passed: 3 }]);
  });

  it('harms no history that takes its place', async () => {
    const { code } = await runWith(async () => {
      await runCli(['history', 'reset'], { cwd: workspace.root });
      await runCli(['test', 'hello', '-n', 'echo', '--message', 'hello'], { cwd: workspace.root });
    });
    expect(code).toBe(1);
    const imported = await runCli(['history', 'import', path.join('.runner', sideFile())], { cwd: workspace.root });
    expect(imported).toMatchObject({ code: 0, stdout: '1 run added, 0 already present\n' });
    expect(stored(history())).toContainEqual({ status: 'passed', passed: 3 });
  });

  it.skipIf(process.platform === 'win32')('is kept when the disk takes no more of it', async () => {
    // Many small transactions make the database's log grow faster than the run's own data.
    workspace.write(
      suite,
      Array.from({ length: 100 }, (_, place) => ({ id: `case ${place}`, input: 'slow' })),
    );
    const bin = path.join(import.meta.dirname, '..', '..', 'bin', 'turntree.cjs');
    const words = [process.execPath, bin, 'test', suite, '--no-output', '-q'];
    const limited = spawnSync('sh', ['-c', 'ulimit -f 1000; exec "$0" "$@"', ...words], {
      cwd: workspace.root,
      encoding: 'utf8',
    });
    expect(limited.status).toBe(1);
    expect(limited.stderr).toContain('the run is kept in ');
    const imported = await runCli(['history', 'import', path.join('.runner', sideFile()), '--db', 'other.db'], {
      cwd: workspace.root,
    });
    expect(imported).toMatchObject({ code: 0, stdout: '1 run added, 0 already present\n' });
    expect(stored(place('other.db'))).toEqual([{ status: 'passed', passed: 100 }]);
  });
});
