import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';
import { getServerPort } from '../testing/server-port.ts';

const suite = 'tests/desk/cases.jsonl';
/** The URL of a server that does not run. */
let downUrl = '';
let workspace: EchoWorkspace;
let server: Server;
/** The response status of the server; with 0 it never responds. */
let status = 200;
let received: Record<string, unknown>[] = [];

beforeEach(async () => {
  workspace = createEchoWorkspace();
  workspace.write(suite, [
    { id: 'greets', input: 'Hi', assert: { type: 'contains', value: 'Hello' } },
    { id: 'closes', input: 'Bye', assert: { type: 'contains', value: 'See you' } },
  ]);
  status = 200;
  received = [];
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    received.push(JSON.parse(text));
    if (status !== 0) response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  workspace.remove();
});

/** Runs the suite on an agent with these answers. */
function test(answers: { Hi: string; Bye: string }, notify: object[], ...args: string[]): Promise<CliResult> {
  const rules = Object.entries(answers).map(([text, answer]) => ({ when: { text: `/^${text}$/` }, answer }));
  workspace.write('runner.config.json', { agents: { desk: { type: 'scripted', rules } }, notify });
  const variables = {
    ALERT_URL: `http://127.0.0.1:${getServerPort(server.address())}/hook`,
    PATH: process.env.PATH,
    DOWN_URL: downUrl,
  };
  return runCli(['test', suite, '--no-output', ...args], { cwd: workspace.root, variables });
}

const webhook = { webhook: '$ENV.ALERT_URL' };
const good = { Hi: 'Hello', Bye: 'See you' };
const bad = { ...good, Bye: 'Off with you' };

describe('notify', () => {
  it('tells a webhook once when a suite breaks, and once when it passes again', async () => {
    expect((await test(good, [webhook])).stderr).toContain('the history has no earlier complete run of the suite');
    await test(good, [webhook]);
    expect(received).toEqual([]);
    await test(bad, [webhook]);
    await test(bad, [webhook]);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ event: 'broken', suite, agent: 'desk', passed: 1, judged: 2 });
    expect(received[0]?.sentence).toMatch(/^Broken since .*: `closes`; .*Off with you/);
    expect(received[0]?.text).toContain('tests/desk/cases.jsonl (desk): broken. Broken since');
    await test(good, [webhook]);
    expect(received.slice(1)).toMatchObject([{ event: 'recovered', passed: 2, judged: 2 }]);
  });

  it('gives the event to a program, and only the events that it asks for', async () => {
    const save = 'process.stdin.pipe(require("node:fs").createWriteStream("event.json"))';
    const target = { command: [process.execPath, '-e', save], on: ['recovered'] };
    await test(good, [target]);
    await test(bad, [target]);
    expect(existsSync(path.join(workspace.root, 'event.json'))).toBe(false);
    await test(good, [target]);
    expect(JSON.parse(readFileSync(path.join(workspace.root, 'event.json'), 'utf8'))).toMatchObject({
      event: 'recovered',
    });
  });

  it('says what could not be sent, and leaves the verdict as it is', async () => {
    status = 500;
    const program = { command: [process.execPath, '-e', 'process.exit(3)'] };
    const missing = { webhook: '$ENV.NOT_SET' };
    await test(good, []);
    const { code, stderr } = await test(bad, [webhook, program, missing]);
    expect(code).toBe(1);
    expect(stderr).toContain('turntree: not notified: the webhook $ENV.ALERT_URL answered with status 500\n');
    expect(stderr).toContain(`turntree: not notified: the program ${process.execPath} ended with exit code 3\n`);
    expect(stderr).toContain('turntree: not notified: the webhook $ENV.NOT_SET is not set in the environment\n');
  });

  it('costs nothing but 5 s when a webhook never answers, and nothing when it is down', async () => {
    await test(good, []);
    status = 0;
    const slow = await test(bad, [webhook]);
    expect([slow.code, slow.stderr]).toEqual([1, expect.stringContaining('$ENV.ALERT_URL took longer than 5 s')]);
    await test(good, []);
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    downUrl = `http://127.0.0.1:${getServerPort(gone.address())}/hook`;
    gone.close();
    await once(gone, 'close');
    const down = await test(bad, [{ webhook: '$ENV.DOWN_URL' }]);
    expect([down.code, down.stderr]).toEqual([1, expect.stringContaining('not notified: the webhook $ENV.DOWN_URL: ')]);
  });

  it('says why nobody was told about a part of a suite, or without a history', async () => {
    await test(good, [webhook]);
    expect((await test(bad, [webhook], '--run', 'closes')).stderr).toContain(
      'the run was stopped or had only some of the cases',
    );
    expect((await test(bad, [webhook], '--no-history')).stderr).toContain('nobody was notified: without a history');
    expect(received).toEqual([]);
  });

  it('takes the address of a webhook from the environment only', async () => {
    const { code, stderr } = await test(good, [{ webhook: 'https://hooks.example.com/secret' }]);
    expect(code).toBe(1);
    expect(stderr).toContain('must be $ENV.NAME');
  });

  it('is doubted by lint if no target is told of failures', async () => {
    const lint = async (...notify: object[]) => {
      await test(good, notify, '--dry-run');
      return (await runCli(['lint'], { cwd: workspace.root })).stdout;
    };
    const late = { ...webhook, on: ['recovered'] };
    expect(await lint(late)).toMatch(
      /^runner\.config\.json:\d+:3: warning: nobody is notified when a suite breaks, because no "on" contains "broken"$/m,
    );
    for (const targets of [[], [webhook], [late, { ...webhook, on: ['broken', 'flaky'] }]]) {
      expect(await lint(...targets)).not.toContain('nobody is told');
    }
  });
});
