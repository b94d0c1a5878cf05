import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { isAlive } from '../runner/host/process-identity.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../runner/testing/echo-workspace.ts';
import { type RunningCli, runCliProcess, startCli } from '../runner/testing/run-cli.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-bin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * A module that the Node of the test preloads into the program under test: it makes this Node look like an old version
 * to the program.
 */
const pretendOld = path.join(folder, 'old.cjs');
writeFileSync(
  pretendOld,
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });\n",
);
const old = { cwd: folder, nodeFlags: ['--require', pretendOld] };

describe('bin/turntree.cjs', () => {
  it('answers for help, version and nothing', async () => {
    const { code, stdout } = await runCliProcess(['--help'], { cwd: folder });
    expect({ code, usage: stdout.split('\n')[0] }).toEqual({ code: 0, usage: 'Usage: turntree [options] [command]' });
    expect((await runCliProcess(['--version'], { cwd: folder })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const nothing = await runCliProcess([], { cwd: folder });
    expect(nothing.code).toBe(1);
    expect(nothing.stderr).toContain('Usage: turntree');
  });

  it('shows the name that it was called by, also on an old Node', async () => {
    const alias = path.join(folder, 'runner');
    symlinkSync(path.join(import.meta.dirname, 'runner.cjs'), alias);
    for (const nodeFlags of [[], old.nodeFlags]) {
      const start = (...args: string[]) =>
        spawnSync(process.execPath, [...nodeFlags, alias, ...args], { cwd: folder, encoding: 'utf8' });
      expect(start('--help').stdout).toMatch(/^Usage: runner .*\n {2}runner init my-tests/s);
      expect(start('test', 'none.jsonl').stderr).toMatch(/^runner: none\.jsonl does not exist\n/);
    }
  });

  it('hands over to the pinned Node when it is started on an old one, exit code and output included', async () => {
    const help = await runCliProcess(['test', '--help'], old);
    expect(help.code).toBe(0);
    expect(help.stdout).toContain('Run cases against an agent.');
    const failing = await runCliProcess(['test', 'none.jsonl'], old);
    expect(failing.code).toBe(1);
    expect(failing.stderr).toContain('none.jsonl does not exist');
  });

  it('uses the modules of Node as they were compiled in advance', async () => {
    const { compiled, compiledAgain } = await findLoadedBuiltins(['list']);
    expect({ isEnough: compiled.length > 20, compiledAgain }).toEqual({ isEnough: true, compiledAgain: [] });
  });

  it.each([
    ['--help', ['child_process', 'crypto', 'fs/promises', 'http', 'worker_threads', 'zlib']],
    ['list', ['child_process', 'fs/promises', 'http', 'worker_threads', 'zlib']],
  ])('loads only modules of Node that it uses for %s', async (command, unused) => {
    const { compiled } = await findLoadedBuiltins([command]);
    expect(compiled).toContain('stream');
    expect(compiled.filter((name) => unused.includes(name))).toEqual([]);
  });
});

const builtinReporter = path.join(folder, 'builtin-reporter.cjs');
writeFileSync(
  builtinReporter,
  `const { internalBinding } = require('internal/test/binding');
process.on('exit', () => {
  const { compiledWithCache, compiledWithoutCache } = internalBinding('builtins').getCacheUsage();
  console.error(JSON.stringify({ compiled: [...compiledWithCache], compiledAgain: [...compiledWithoutCache] }));
});
`,
);

/** Returns the modules that Node has loaded besides those of its snapshot when a command ends. */
async function findLoadedBuiltins(args: string[]): Promise<Record<'compiled' | 'compiledAgain', string[]>> {
  const nodeFlags = ['--expose-internals', '--no-warnings', '--require', builtinReporter];
  const { stderr } = await runCliProcess(args, { cwd: folder, nodeFlags });
  return JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');
}

it("says in one line how to use it where Yarn's Plug'n'Play finds modules", async () => {
  const pretend = path.join(folder, 'pnp.cjs');
  writeFileSync(pretend, "Object.defineProperty(process, 'versions', { value: { ...process.versions, pnp: '3' } });\nrequire('module').findPnpApi = () => ({});\n");
  const { code, stderr } = await runCliProcess(['--help'], { cwd: folder, nodeFlags: ['--require', pretend] });
  expect({ code, lines: stderr.split('\n').length }).toEqual({ code: 78, lines: 2 });
  expect(stderr).toContain('Write "nodeLinker: node-modules" into .yarnrc.yml');
});

describe.skipIf(process.platform === 'win32')('the pinned Node behind an old one', () => {
  it('ends its run in order when the old one is killed', async () => {
    const { cli, pinned, reported } = await hangingRun();
    cli.child.kill('SIGKILL');
    await expect.poll(() => isAlive(pinned, ''), patiently).toBe(false);
    expect(reported()).toMatchObject({ outcome: 'cancelled', exit_code: 129, skipped: 1 });
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGQUIT', 131],
  ] as const)('hears of %s once, although the whole process group is told', async (signal, exitCode) => {
    const { cli, reported } = await hangingRun();
    process.kill(-(cli.child.pid ?? 0), signal);
    expect(await cli.done).toMatchObject({ code: exitCode, signal: null });
    expect(reported()).toMatchObject({ outcome: 'cancelled', exit_code: exitCode });
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)('takes the old one along when %s ends it', async (signal) => {
    const workspace = temporaryWorkspace();
    const config = "import { writeFileSync } from 'node:fs';\nwriteFileSync('here', '');\nwhile (true);\n";
    workspace.write('looping/runner.config.ts', config);
    const cwd = path.join(workspace.root, 'looping');
    const cli = startCli(['list'], { ...old, cwd });
    await expect.poll(() => existsSync(path.join(cwd, 'here')), patiently).toBe(true);
    process.kill(childPid(cli), signal);
    expect(await cli.done).toMatchObject({ code: null, signal });
  });
});

/** A long timeout, because separate processes may take seconds to start on a busy machine. */
const patiently = { timeout: 60_000 };

function temporaryWorkspace(): EchoWorkspace {
  const workspace = createEchoWorkspace();
  onTestFinished(() => workspace.remove());
  return workspace;
}

/** Starts a run that waits for its agent, in a process group of its own. */
async function hangingRun() {
  const workspace = temporaryWorkspace();
  const suite = workspace.write('assistants/echo/tests/cases.jsonl', [
    { id: 'hang', input: 'hang', before: 'env_test.Before' },
  ]);
  workspace.write(
    'assistants/echo/src/env_test.ts',
    "import { writeFileSync } from 'node:fs';\nexport function Before() { writeFileSync(process.env.BEGUN ?? '', ''); }\n",
  );
  const markerFile = path.join(workspace.root, 'begun');
  const report = path.join(workspace.root, 'report.json');
  const cli = startCli(['test', suite, '-o', report], {
    cwd: workspace.root, nodeFlags: old.nodeFlags, ownGroup: true, variables: { BEGUN: markerFile },
  });
  await expect.poll(() => existsSync(markerFile), patiently).toBe(true);
  return { cli, pinned: childPid(cli), reported: () => JSON.parse(readFileSync(report, 'utf8')).summary };
}

function childPid({ child }: RunningCli): number {
  return Number(execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }));
}
