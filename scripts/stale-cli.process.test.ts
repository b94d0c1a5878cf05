import { type ChildProcess, execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../runner/testing/workspace.ts';

const home = path.join(import.meta.dirname, '..');
const building = 'turntree: building the command line from its sources…\n';

const entry = `import { existsSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
if (process.argv[2] === 'wait') {
  writeFileSync('waiting', '');
  while (!existsSync('go-on')) await new Promise((resolve) => setTimeout(resolve, 20));
}
const { answer } = await import('../runner/cli/answer.ts');
console.log(answer);
`;
/** Fake build scripts, which build a smaller program and page. */
const bundle = `export const cliBundle = {
  entryPoints: { entry: 'bin/entry.ts' },
  bundle: true, splitting: true, platform: 'node', format: 'esm', target: 'node22', logLevel: 'warning',
  outExtension: { '.js': '.mjs' }, chunkNames: 'chunks/[name]-[hash]',
};
`;
const page = `export const buildReportPage = async () => ({ script: '', style: '', inputs: ['report.css'] });
`;
let root: string;

/** A checkout with the real build scripts and few sources, without a build. */
beforeEach(async () => {
  root = await createTemporaryWorkspace({
    'runner/cli/answer.ts': "export const answer = 'one';\n",
    'runner/cli/answer.test.ts': '',
    'package-lock.json': '{}',
    'report.css': '',
  });
  for (const part of ['bin', 'scripts']) cpSync(path.join(home, part), path.join(root, part), { recursive: true });
  write('bin/entry.ts', entry);
  write('scripts/cli-bundle.mjs', bundle);
  write('scripts/report-page.mjs', page);
  symlinkSync(path.join(home, 'node_modules'), path.join(root, 'node_modules'), 'dir');
});

type Ended = { code: number | null; stdout: string; stderr: string };

function start(...args: string[]): { child: ChildProcess; done: Promise<Ended> } {
  const { promise: done, resolve } = Promise.withResolvers<Ended>();
  const file = path.join(root, 'bin', 'turntree.cjs');
  const child = execFile(process.execPath, [file, ...args], { cwd: root }, (_, stdout, stderr) =>
    resolve({ code: child.exitCode, stdout, stderr }),
  );
  return { child, done };
}

const turntree = (...args: string[]) => start(...args).done;

let changed = Date.now() - 3_600_000;

/** Writes a file with a later modification time, because file system clocks may be coarse. */
function write(file: string, content: string): void {
  writeFileSync(path.join(root, file), content);
  changed += 1_000;
  utimesSync(path.join(root, file), new Date(changed), new Date(changed));
}

const answering = (answer: string) => write('runner/cli/answer.ts', `export const answer = '${answer}';\n`);
/** Checks that only the current build is left on disk. */
const expectTidy = () => expect(readdirSync(root).filter((name) => name.startsWith('dist'))).toEqual(['dist']);

describe('a command of a checkout', () => {
  it('builds the program once, says so, and runs what the sources say now', async () => {
    expect(await turntree()).toEqual({ code: 0, stdout: 'one\n', stderr: building });
    expect(await turntree()).toEqual({ code: 0, stdout: 'one\n', stderr: '' });
    answering('two');
    expect(await turntree()).toEqual({ code: 0, stdout: 'two\n', stderr: building });
    expect(await turntree()).toEqual({ code: 0, stdout: 'two\n', stderr: '' });
    expectTidy();
  });

  it.each([
    ['its page', 'report.css', building],
    ['how it is built', 'scripts/cli-bundle.mjs', building],
    ['its packages', 'package-lock.json', building],
    ['a test', 'runner/cli/answer.test.ts', ''],
  ])('after a change of %s', async (_what, file, stderr) => {
    await turntree();
    write(file, file === 'scripts/cli-bundle.mjs' ? bundle : '');
    expect(await turntree()).toEqual({ code: 0, stdout: 'one\n', stderr });
  });

  it('builds again what went away, and what was put back to an older state', async () => {
    await turntree();
    rmSync(path.join(root, 'dist', 'inputs.json'));
    expect((await turntree()).stderr).toBe(building);
    utimesSync(path.join(root, 'runner', 'cli', 'answer.ts'), new Date(0), new Date(0));
    expect((await turntree()).stderr).toBe(building);
    expect((await turntree()).stderr).toBe('');
  });

  it('may be started many times at once', async () => {
    await turntree();
    answering('two');
    const ended = await Promise.all(Array.from({ length: 4 }, () => turntree()));
    expect(ended).toEqual(Array(4).fill({ code: 0, stdout: 'two\n', stderr: expect.any(String) }));
    expectTidy();
  });

  it('goes on with its own parts when it is built again meanwhile', async () => {
    const { child, done } = start('wait');
    await expect.poll(() => existsSync(path.join(root, 'waiting')), { timeout: 60_000 }).toBe(true);
    answering('two');
    expect((await turntree()).stdout).toBe('two\n');
    write('go-on', '');
    expect((await done).stdout).toBe('one\n');
    expect(child.exitCode).toBe(0);
  });

  it('runs no old program where the sources cannot be built', async () => {
    await turntree();
    write('runner/cli/answer.ts', 'export const answer = ;');
    const { code, stdout, stderr } = await turntree();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('runner/cli/answer.ts:1:');
    expectTidy();
  });
});

it('a package has no sources: its program is run as it is', async () => {
  await turntree();
  answering('two');
  for (const part of ['bin/entry.ts', 'runner', 'scripts']) rmSync(path.join(root, part), { recursive: true });
  expect(await turntree()).toEqual({ code: 0, stdout: 'one\n', stderr: '' });
});
