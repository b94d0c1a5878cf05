import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { isAlive } from '../testing/is-alive.ts';
import { runCliProcess, startCli } from '../testing/run-cli.ts';

const workspaces: EchoWorkspace[] = [];

afterEach(() => {
  for (const workspace of workspaces.splice(0)) workspace.remove();
});

const agent = `
import { spawn } from 'node:child_process';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Writes the file under another name first, so that it exists only when it is complete. */
function note(name, text = String(process.pid)) {
  writeFileSync(name + '.part', text);
  renameSync(name + '.part', name);
}
const waitFor = async (name) => { while (!existsSync(name)) await wait(10); };
const idle = (options) => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit', ...options });

const deeds = {
  fine: () => 'fine',
  kill: () => process.kill(process.pid, 'SIGKILL'),
  abort: () => process.abort(),
  exit: () => process.exit(3),
  leave: () => process.reallyExit(4),
  buffers: () => { const all = []; for (let mb = 0; mb < 3000; mb += 50) all.push(Buffer.alloc(50e6, 1)); return 'fine'; },
  spin: () => { for (;;); },
  child: () => { note('child', String(idle().pid)); return 'fine'; },
  outsider: () => { note('outsider', String(idle({ detached: true }).pid)); return 'fine'; },
  family: () => { note('mother'); note('child', String(idle().pid)); for (;;); },
  innocent: async () => { if (existsSync('innocent')) return 'fine'; note('innocent'); await new Promise(() => {}); },
  guilty: async () => { await waitFor('innocent'); process.kill(process.pid, 'SIGKILL'); },
  crash: async () => { await waitFor('innocent'); setImmediate(() => { throw new Error('out of the blue'); }); await wait(1e6); },
};
export default ({ input }) => deeds[input]();
`;

type Setting = { cases: object[]; entry?: object };

function openWorkspace({ cases, entry = {} }: Setting): EchoWorkspace {
  const workspace = createEchoWorkspace();
  workspaces.push(workspace);
  workspace.write('runner.config.json', { agents: { desk: { type: 'module', path: 'desk.ts', ...entry } } });
  workspace.write('desk.ts', agent);
  workspace.write('cases.jsonl', cases);
  return workspace;
}

/** Runs one case per action; the name of the action is the id and the input of the case. */
async function runDeeds(deeds: string[], { entry = {}, timeout = '60s' }: { entry?: object; timeout?: string } = {}) {
  const cases = deeds.map((deed) => ({ id: deed, input: deed, timeout, assert: { type: 'equals', value: 'fine' } }));
  const { root: cwd } = openWorkspace({ cases, entry });
  const args = ['test', 'cases.jsonl', '-n', 'desk', '--parallel', '2', '-o', 'report.json'];
  const { code, stdout } = await runCliProcess(args, { cwd });
  expect(stdout).toContain('Pass Rate:');
  const { results } = JSON.parse(readFileSync(path.join(cwd, 'report.json'), 'utf8'));
  type Result = {
    id: string;
    status: string;
    error?: string;
    warnings?: string[];
    fault?: { by: string; kind: string };
  };
  const byId: Record<string, Result> = Object.fromEntries(results.map((result: Result) => [result.id, result]));
  const pidIn = (file: string) => Number(readFileSync(path.join(cwd, file), 'utf8'));
  return { code, byId, pidIn };
}

describe('an agent that', () => {
  it.each([
    ['kill', /ended during the call: process\.kill\(\d+, …\) was called \(desk\.ts:16:/],
    ['abort', /ended during the call: process\.abort\(\) was called \(desk\.ts:17:/],
    ['exit', /: process\.exit\(3\) was called \(desk\.ts:18:/],
    ['leave', /ended during the call: its process exited with code 4$/],
    ['buffers', /ended during the call: it ran out of memory \(limit 1024 MB\)$/],
  ])('does %s ends its own case', async (deed, message) => {
    const { code, byId } = await runDeeds([deed, 'fine']);
    expect(byId[deed]).toMatchObject({
      status: 'error',
      error: expect.stringMatching(message),
      fault: { by: 'agent' },
    });
    expect(byId.fine).toMatchObject({ status: 'passed' });
    expect(code).toBe(1);
  });

  it('spins for ever ends with its case; the others have their verdicts', async () => {
    const { code, byId } = await runDeeds(['spin', 'fine'], { timeout: '10s' });
    expect(byId).toMatchObject({ spin: { status: 'timeout' }, fine: { status: 'passed' } });
    expect(code).toBe(1);
  });

  it('leaves a child that holds its output leaves nothing behind', async () => {
    const { code, byId, pidIn } = await runDeeds(['child', 'fine']);
    expect(byId).toMatchObject({ child: { status: 'passed' }, fine: { status: 'passed' } });
    expect(code).toBe(0);
    await vi.waitUntil(() => !isAlive(pidIn('child')));
  });

  it('leaves a process that left its group keeps no run waiting', async () => {
    const { code, pidIn } = await runDeeds(['outsider', 'fine']);
    expect(code).toBe(0);
    process.kill(pidIn('outsider'));
  });
});

describe('a run that is killed', () => {
  it('takes the processes of its agents and all that they started with it', async () => {
    const { root } = openWorkspace({ cases: [{ id: 'family', input: 'family' }] });
    const cli = startCli(['test', 'cases.jsonl', '-n', 'desk', '--no-output'], { cwd: root });
    const child = path.join(root, 'child');
    await vi.waitUntil(() => existsSync(child), { timeout: 60_000 });
    cli.child.kill('SIGKILL');
    await cli.done;
    for (const name of ['mother', 'child']) {
      const pid = Number(readFileSync(path.join(root, name), 'utf8'));
      await vi.waitUntil(() => !isAlive(pid), { timeout: 60_000 });
    }
  });
});

describe('a call in a process that another call ends', () => {
  it.each(['guilty', 'crash'])('is made again, once and marked (%s)', async (deed) => {
    const { code, byId } = await runDeeds(['innocent', deed]);
    expect(byId.innocent).toMatchObject({
      status: 'passed',
      warnings: [
        expect.stringMatching(/^the agent was asked again: its process, which it shares with other calls, ended: /),
      ],
    });
    expect(byId[deed]).toMatchObject({ status: 'error', fault: { by: 'agent' } });
    expect(byId[deed]?.warnings).toBeUndefined();
    expect(code).toBe(1);
  });

  it('is lost if the agent is not repeatable, which is the fault of nobody in the suite', async () => {
    const { code, byId } = await runDeeds(['innocent', 'guilty'], { entry: { repeatable: false } });
    expect(byId.innocent).toMatchObject({
      status: 'error',
      error: expect.stringContaining(
        'agent "desk" is not "repeatable" and cannot be called again: its process, which it shares',
      ),
      fault: { by: 'infra' },
    });
    expect(byId.guilty).toMatchObject({ status: 'error', fault: { by: 'agent' } });
    expect(code).toBe(1);
  });
});
