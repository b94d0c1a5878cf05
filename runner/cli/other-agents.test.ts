import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { json as jsonOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { isAlive } from '../testing/is-alive.ts';
import { runCli, startCli } from '../testing/run-cli.ts';

const requestSchema = z.looseObject({ input: z.string(), session_id: z.string(), turn: z.number() });
const program = `
  let text = '';
  for await (const part of process.stdin) text += part;
  const { input, messages } = JSON.parse(text);
  if (input === 'hang') setInterval(() => {}, 1000);
  else if (input === 'crash') { console.error('no ledger'); process.exit(3); }
  else console.log(messages.filter(({ role }) => role === 'user').map(({ content }) => content).join(' then '));`;

let workspace: EchoWorkspace;
const sessions: string[] = [];
const server = createServer((incoming, response) => {
  void jsonOf(incoming).then((body) => {
    const { input, session_id: session, turn } = requestSchema.parse(body);
    if (input === 'hang') return;
    if (input === 'crash') response.statusCode = 500;
    sessions.push(session);
    response.end(JSON.stringify({ text: input === 'crash' ? 'no ledger' : `turn ${turn}: ${input}` }));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  workspace = createEchoWorkspace();
  workspace.write('program.mjs', program);
  workspace.write('runner.config.json', {
    agents: {
      remote: { type: 'http', url: `http://127.0.0.1:${port}/chat?key=x`, output: 'text', name: 'Remote' },
      program: { type: 'command', command: [process.execPath, 'program.mjs'] },
      user: {
        type: 'scripted',
        rules: [{ when: { reply: 'second' }, answer: { goal_achieved: true } }, { answer: 'second' }],
      },
    },
  });
  workspace.write('cases.jsonl', [
    { id: 'fine', input: 'hello', assert: { type: 'contains', value: 'hello' } },
    { id: 'crash', input: 'crash' },
    { id: 'hang', input: 'hang', timeout: '700ms' },
    {
      id: 'talk',
      input: 'first',
      simulator: 'user',
      checkpoints: [{ id: 'end', assert: { type: 'contains', value: 'second' } }],
    },
  ]);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  workspace.remove();
});

async function report(agent: string) {
  const { stderr } = await runCli(['test', 'cases.jsonl', '-n', agent, '-o', `${agent}.json`, '--parallel', '4'], {
    cwd: workspace.root,
  });
  const reportSchema = z.object({
    results: z.array(z.looseObject({ id: z.string(), status: z.string(), error: z.string().optional() })),
  });
  const { results } = reportSchema.parse(JSON.parse(readFileSync(path.join(workspace.root, `${agent}.json`), 'utf8')));
  return { results, stderr };
}

describe('agents that are not made for this program', () => {
  it.each([
    ['remote', /^agent error: agent "remote": POST http:\/\/\S+\/chat answered 500: \{"text":"no ledger"\}$/],
    [
      'program',
      /^agent error: agent "program": its command exited with code 3; its last lines on standard error:\nno ledger$/,
    ],
  ])('are tested like any other: %s', async (agent, crash) => {
    const { results } = await report(agent);
    expect(results).toMatchObject([
      { id: 'fine', status: 'passed' },
      { id: 'crash', status: 'error', error: expect.stringMatching(crash) },
      {
        id: 'hang',
        status: 'timeout',
        error: expect.stringMatching(/^timeout after 700ms: waiting for the agent(?:'s server)? in turn 1/),
      },
      { id: 'talk', status: 'passed', turns: [{ turn: 1 }, { turn: 2 }] },
    ]);
  });

  it('keep the session of a conversation, and get one of their own for every attempt', async () => {
    sessions.length = 0;
    await runCli(['test', 'cases.jsonl', '-n', 'remote', '--case', 'talk', '--runs', '2', '--no-output'], {
      cwd: workspace.root,
    });
    const [first, second, third, fourth] = sessions;
    expect([first === second, third === fourth, first === third]).toEqual([true, true, false]);
  });

  it('are listed with what answers', async () => {
    const { stdout } = await runCli(['list'], { cwd: workspace.root });
    expect(stdout).toMatch(/ {2}remote +http +http:\/\/127\.0\.0\.1:\d+\/chat +Remote\n/);
    expect(stdout).toMatch(/ {2}program +command +\S+ program\.mjs\n/);
  });
});

describe('a run', () => {
  it('ends with its report, though a process that its command left behind holds the output', async () => {
    workspace.write(
      'daemon.mjs',
      `import { spawn } from 'node:child_process';
       import { writeFileSync } from 'node:fs';
       const idle = ['-e', 'setInterval(() => {}, 1000)'];
       const daemon = spawn(process.execPath, idle, { stdio: 'inherit', detached: true });
       writeFileSync('daemon-' + process.argv[2], String(daemon.pid));
       if (process.argv[2] === 'ends') process.stdout.write('fine', () => process.exit(0));
       else setInterval(() => {}, 1000);`,
    );
    const command = [process.execPath, '../daemon.mjs'];
    workspace.write('left/runner.config.json', {
      agents: {
        ends: { type: 'command', command: [...command, 'ends'] },
        hangs: { type: 'command', command: [...command, 'hangs'] },
      },
    });
    workspace.write('left/cases.jsonl', [{ id: 'one', input: 'x', timeout: '3s' }]);
    const cwd = `${workspace.root}/left`;
    const readPid = (name: string) => Number(readFileSync(path.join(cwd, `daemon-${name}`), 'utf8'));
    const ends = await runCli(['test', 'cases.jsonl', '-n', 'ends', '-o', 'ends.json'], { cwd });
    expect(ends).toMatchObject({ code: 0 });
    process.kill(readPid('ends'));
    const hangs = await runCli(['test', 'cases.jsonl', '-n', 'hangs', '-o', 'hangs.json'], { cwd });
    expect(hangs).toMatchObject({ code: 1 });
    process.kill(readPid('hangs'));
    const report = JSON.parse(readFileSync(path.join(cwd, 'hangs.json'), 'utf8'));
    expect(report.results).toMatchObject([{ id: 'one', status: 'timeout' }]);
  });
});

describe('a run that is stopped', () => {
  it('takes the commands of its agents with it, also when it is ended at once', async () => {
    workspace.write(
      'pid.mjs',
      `import { writeFileSync } from 'node:fs'; writeFileSync('pid.new', String(process.pid)); setInterval(() => {}, 1000);`,
    );
    workspace.write('stopped/runner.config.json', {
      agents: { program: { type: 'command', command: [process.execPath, '../pid.mjs'] } },
    });
    workspace.write('stopped/cases.jsonl', [{ id: 'hang', input: 'x' }]);
    const file = path.join(workspace.root, 'stopped', 'pid.new');
    // Removes the file of an earlier try of this test. Otherwise the test would read the process id of the earlier
    // agent.
    rmSync(file, { force: true });
    const cli = startCli(['test', 'cases.jsonl', '-n', 'program', '--no-output'], { cwd: `${workspace.root}/stopped` });
    const pid = await vi.waitUntil(() => existsSync(file) && Number(readFileSync(file, 'utf8')), { timeout: 60_000 });
    cli.child.kill('SIGINT');
    cli.child.kill('SIGINT');
    expect((await cli.done).code).toBe(130);
    await vi.waitUntil(() => !isAlive(pid), { timeout: 60_000 });
  });
});
