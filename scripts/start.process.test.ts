import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTemporaryWorkspace } from '../runner/testing/workspace.ts';

/** A long timeout, because starting several processes may take seconds on a busy machine. */
const withLongTimeout = { timeout: 60_000 };

/** A fake build that waits until the test continues it. */
const next = `require('fs').appendFileSync('begun', 'build\\n');
const timer = setInterval(() => {
  if (!require('fs').existsSync('go-on')) return;
  clearInterval(timer);
  require('fs').mkdirSync('.next', { recursive: true });
  require('fs').writeFileSync('.next/BUILD_ID', '1');
}, 20);
`;
const fullDisk = "console.error('Error: ENOSPC: no space left on device, write'); process.exitCode = 1;";

/** A fake command line that runs the example, and serves until it is stopped. */
const program = `import { appendFileSync } from 'node:fs';
const [command] = process.argv.slice(2);
appendFileSync('begun', command + '\\n');
if (command === 'test') console.log('1 of 1 passed');
else {
  console.log('served at http://127.0.0.1:4319/');
  setInterval(() => undefined, 1_000);
}
`;

/** Creates a checkout with the real scripts; stand-ins replace the programs that the scripts build and start. */
async function checkout(builder = next): Promise<string> {
  const root = await createTemporaryWorkspace({
    'package.json': JSON.stringify({ scripts: { start: 'node scripts/start.mjs' } }),
    'node_modules/next/dist/bin/next': builder,
    'dist/entry.mjs': program,
    'dist/inputs.json': '{}',
  });
  for (const folder of ['bin', 'scripts'])
    cpSync(path.join(import.meta.dirname, '..', folder), path.join(root, folder), { recursive: true });
  return root;
}

function npmStart(root: string, variables: Record<string, string> = {}) {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      PORT: undefined,
      ...variables,
    },
    detached: true,
  });
  let printed = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const ended = once(npm, 'close');
  onTestFinished(async () => {
    if (isGroupAlive(npm.pid ?? 0)) process.kill(-(npm.pid ?? 0), 'SIGKILL');
    await ended;
  });
  return { pid: npm.pid ?? 0, printed: () => printed, ended };
}

/** Returns the names of the stand-ins that have started. */
function listStartedScripts(root: string): string[] {
  const file = path.join(root, 'begun');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

const expectStarted = (root: string, name: string) =>
  expect.poll(() => listStartedScripts(root), withLongTimeout).toContain(name);

/** Checks that all processes have ended: npm leads a process group that contains everything it started. */
const expectAllEnded = (npm: number) => expect.poll(() => isGroupAlive(npm), withLongTimeout).toBe(false);

function isGroupAlive(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === 'win32')('npm start', () => {
  it('runs the example while it builds, and says where the dashboard is', async () => {
    const root = await checkout();
    const { printed } = npmStart(root);
    await expectStarted(root, 'build');
    await expectStarted(root, 'test');
    expect(listStartedScripts(root)).not.toContain('ui');
    writeFileSync(path.join(root, 'go-on'), '');
    await expect
      .poll(printed, withLongTimeout)
      .toContain('The dashboard stays (stop it with Ctrl-C):\n  http://127.0.0.1:4319/');
    expect(printed()).toMatch(
      /Building the dashboard… done.*example run is in it:.*1 of 1 passed\nThe example passed\./s,
    );
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('leaves nothing running when npm is ended by %s', async (signal) => {
    const root = await checkout();
    writeFileSync(path.join(root, 'go-on'), '');
    const { pid } = npmStart(root);
    await expectStarted(root, 'ui');
    process.kill(pid, signal);
    await expectAllEnded(pid);
  });

  it('stops building when npm is killed', async () => {
    const root = await checkout();
    const { pid } = npmStart(root);
    await expectStarted(root, 'build');
    process.kill(pid, 'SIGKILL');
    await expectAllEnded(pid);
    expect(existsSync(path.join(root, '.next'))).toBe(false);
  });

  it.each<[string, () => Promise<string>, Record<string, string>, string]>([
    [
      'packages are missing',
      async () => {
        const root = await checkout();
        rmSync(path.join(root, 'node_modules'), { recursive: true });
        return root;
      },
      {},
      'The packages are not installed. Install them first: npm ci\n',
    ],
    ['the port is none', checkout, { PORT: 'abc' }, '"abc" is not a port. Name a number up to 65535'],
    ['the disk is full', () => checkout(fullDisk), {}, 'The disk is full. A build needs 300 MB: make room for it'],
  ])('says what to do when %s', async (_what, make, variables, sentence) => {
    const { printed, ended } = npmStart(await make(), variables);
    const [code] = await ended;
    expect(code).toBe(1);
    expect(printed()).toContain(sentence);
  });
});
