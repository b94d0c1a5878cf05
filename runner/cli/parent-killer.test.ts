import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { runCli, runCliProcess } from '../testing/run-cli.ts';

const suite = 'cases.jsonl';
const runId = '019a1111-0000-7000-8000-00000000000a';
let workspace: EchoWorkspace;

beforeEach(() => {
  workspace = createEchoWorkspace();
  workspace.write(
    suite,
    ['A', 'B', 'C'].map((id) => ({ id, input: id, assert: { type: 'contains', value: 'hello' } })),
  );
});
afterEach(() => workspace.remove());

const bodies: Record<string, (signal: string) => [object, string, string]> = {
  command: (signal) => [
    { type: 'command', command: [process.execPath, 'agent.cjs'] },
    'agent.cjs',
    `let text = ''; process.stdin.on('data', (piece) => { text += piece; }).on('end', () => {
       if (text.includes('"B"')) setTimeout(() => process.kill(process.ppid, '${signal}'), 200);
       else console.log('{"content": "hello"}');
     });`,
  ],
  module: (signal) => [
    { type: 'module', path: 'agent.ts' },
    'agent.ts',
    `export default ({ input }: { input: string }) => {
       if (input === 'B') return new Promise(() => { setTimeout(() => process.kill(process.ppid, '${signal}'), 200); });
       return 'hello';
     };`,
  ],
};

it.each([
  ['command', 'SIGKILL', 'interrupted'],
  ['module', 'SIGKILL', 'interrupted'],
  ['command', 'SIGTERM', 'cancelled'],
  ['module', 'SIGTERM', 'cancelled'],
])(
  'an agent (%s) that sends its parent %s makes the run %s, never a pass, and loses nothing before it',
  async (type, signal, status) => {
    const [echo, file, text] = bodies[type]?.(signal) ?? [{}, '', ''];
    workspace.write('runner.config.json', { agents: { echo } });
    workspace.write(file, text);
    const args = ['test', suite, '-n', 'echo', '--run-id', runId, '--no-output'];
    const killed = await runCliProcess(args, { cwd: workspace.root });

    expect(killed.code ?? killed.signal).not.toBe(0);
    expect(killed.stdout).not.toContain('ALL TESTS PASSED');
    const finishedIds = [...killed.stdout.matchAll(/\[(\w)\].* PASSED/g)].map(([, id]) => id);
    // Reading the history marks runs as ended when their process no longer exists.
    await runCli(['history', 'info'], { cwd: workspace.root });
    const stored = await runCli(['show', runId], { cwd: workspace.root });
    for (const id of finishedIds) expect(stored.stdout).toMatch(new RegExp(`\\[${id}\\].* PASSED`));
    expect(stored.stdout.toLowerCase()).toContain(status);
    expect(stored.stdout).not.toMatch(/\[[BC]\].* PASSED/);
  },
);
