import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'tests/cases.jsonl';
let workspace: EchoWorkspace;
let server: AnsweringServer;

/**
 * A scripted agent whose answers follow a string of letters: P is a right answer, F a wrong one, I a server error; the
 * last letter repeats.
 */
const scripts: Record<string, string> = { steady: 'P', once: 'IP', twice: 'IIP', down: 'I', wrong: 'F' };

const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });
const test = (...args: string[]): Promise<CliResult> =>
  run('test', suite, '-n', 'remote', ...args, ...(args.includes('-o') ? [] : ['--no-output']));
const text = (file: string) => readFileSync(path.join(workspace.root, file), 'utf8');
const createCase = (id: string) => ({ id, input: id, assert: { type: 'contains', value: 'right' } });
const askedFor = (id: string) => server.asked.filter(({ input }) => input === id);

beforeAll(async () => {
  workspace = createEchoWorkspace();
  server = await startAnsweringServer(({ input, before }, response) => {
    const script = scripts[input] ?? 'P';
    const letter = script[Math.min(before, script.length - 1)];
    const answer = JSON.stringify({ text: letter === 'P' ? 'right' : 'wrong' });
    if (letter === 'I') response.writeHead(503).end('down');
    else response.setHeader('content-type', 'application/json').end(answer);
  });
  const remote = {
    type: 'http',
    url: server.url,
    output: 'text',
    repeatable: true,
    body: { input: '{{input}}', session: '{{session_id}}' },
  };
  workspace.write('runner.config.json', { agents: { remote } });
});
afterAll(async () => {
  workspace.remove();
  await server.close();
});

describe('--retries', () => {
  it('tries again what others broke, in a new session; the last try counts and the first is told of', async () => {
    server.asked.length = 0;
    workspace.write(suite, Object.keys(scripts).map(createCase));
    const ended = await test('--retries', '2', '--json', '-o', 'r.json', '-o', 'r.md', '-o', 'r.html');
    expect(ended.code).toBe(1);
    const events = ended.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, position) => position + 1));
    const listEventTypes = (id: string) =>
      events.flatMap(({ caseId, type }) => (caseId === id && /^case\./.test(type) ? [type] : []));
    expect(listEventTypes('steady')).toEqual(['case.started', 'case.finished']);
    expect(listEventTypes('once')).toEqual(['case.started', 'case.repeated', 'case.finished']);
    expect(listEventTypes('twice')).toEqual(['case.started', 'case.repeated', 'case.repeated', 'case.finished']);
    expect(listEventTypes('down')).toEqual(['case.started', 'case.repeated', 'case.repeated', 'case.finished']);
    // The agent's own mistakes are not retried.
    expect(listEventTypes('wrong')).toEqual(['case.started', 'case.finished']);
    expect(askedFor('wrong')).toHaveLength(1);
    for (const id of ['once', 'twice', 'down']) {
      expect(new Set(askedFor(id).map(({ session }) => session)).size).toBe(askedFor(id).length);
    }
    const report = JSON.parse(text('r.json'));
    expect(report.summary).toMatchObject({ passed: 3, failed: 1, errors: 1, pass_rate: 60 });
    expect(report.metadata.options.retries).toBe(2);
    const [, once, twice] = report.results;
    expect(once).toMatchObject({ status: 'passed' });
    expect(once.warnings).toHaveLength(1);
    expect(once.warnings[0]).toMatch(/^this is try 2, because try 1 ended with .*503.* \(infra: server\)$/);
    expect(twice.warnings).toHaveLength(2);
    expect(text('r.md')).toContain('503');
  });

  it('says so on the terminal, and a resumed run takes it over', async () => {
    server.asked.length = 0;
    workspace.write(suite, [createCase('once')]);
    const ended = await test('--retries', '1');
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stdout).toMatch(/\n {2}\[once\] tried again: .*503.* \(infra: server\)\n/);
    expect(ended.stdout).toContain('⚠ this is try 2, because try 1 ended with');
    expect(ended.stdout).toContain('✨ ALL TESTS PASSED ✨');
    const requestCount = server.asked.length;
    const resumed = await run('test', '--resume', 'latest', '--json', '--no-output');
    expect(resumed.code).toBe(0);
    expect(resumed.stdout).toContain('"case.repeated"');
    expect(server.asked).toHaveLength(requestCount);
  });

  it('is recorded with the try that counts, and replayed strictly to the same end', async () => {
    server.asked.length = 0;
    workspace.write(suite, ['steady', 'once', 'twice', 'wrong'].map(createCase));
    const recorded = await test('--retries', '2', '--record', '-o', 'recorded.json');
    const requestCount = server.asked.length;
    const replayed = await test('--retries', '2', '--replay', 'strict', '-o', 'replayed.json');
    expect([replayed.code, server.asked.length]).toEqual([recorded.code, requestCount]);
    const lasting = (file: string) =>
      JSON.parse(text(file)).results.map(({ id, status, output, error, fault }: Record<string, unknown>) => ({
        id,
        status,
        output,
        error,
        fault,
      }));
    expect(lasting('replayed.json')).toEqual(lasting('recorded.json'));

    workspace.write(suite, [createCase('never recorded')]);
    await test('--replay', 'strict', '-o', 'missed.json');
    expect(JSON.parse(text('missed.json')).results).toMatchObject([
      { status: 'error', fault: { by: 'case', kind: 'configuration' } },
    ]);
  });

  it('is refused in a strict replay that runs an agent which may not be asked again', async () => {
    const root = createEchoWorkspace();
    root.write('desk.ts', 'export default () => "right";\n');
    root.write(suite, [createCase('steady')]);
    const go = (entry: object, ...flags: string[]) => {
      root.write('runner.config.json', { agents: { desk: { type: 'module', path: 'desk.ts', ...entry } } });
      return runCli(['test', suite, '-n', 'desk', '--no-output', ...flags], { cwd: root.root });
    };
    const replay = ['--retries', '1', '--replay', 'strict'];
    const whole = { repeatable: false, record: 'answers' };
    expect((await go(whole, '--record')).code).toBe(0);
    expect((await go(whole, ...replay)).code).toBe(0);

    const refused = await go({ repeatable: false }, ...replay);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('--retries would call real tools again');
    expect(refused.stderr).toContain('agent "desk" is not "repeatable" (steady)');
    expect(refused.stderr).toContain('A replay runs these agents.');
    root.remove();
  });

  it('takes a number above zero, and can be a default of the workspace', async () => {
    expect((await test('--retries', '0')).stderr).toContain('--retries takes a whole number above zero, got "0"');
    expect((await test('--retries', 'some')).stderr).toContain('--retries takes a whole number above zero');
  });
});
