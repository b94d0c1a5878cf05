import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'tests/cases.jsonl';
const first = '019a0000-0000-7000-8000-0000000000c1';
let workspace: EchoWorkspace;
let server: AnsweringServer;

/**
 * A scripted agent whose answers follow a string of letters: P is a right answer, F a wrong one, I a server error; the
 * last letter repeats.
 */
const scripts: Record<string, string> = {
  steady: 'P',
  broken: 'F',
  slip: 'FP',
  wavering: 'PPPPPPF'.repeat(6),
  outage: 'IIP',
};

const run = (args: readonly string[], variables = {}): Promise<CliResult> =>
  runCli(args, { cwd: workspace.root, variables });
const test = (...args: string[]): Promise<CliResult> =>
  run(['test', suite, '-n', 'remote', ...args, ...(args.includes('-o') ? [] : ['--no-output'])]);
const text = (file: string) => readFileSync(path.join(workspace.root, file), 'utf8');
const lastLine = ({ stderr }: CliResult) => stderr.trimEnd().split('\n').at(-1);
const createCase = (id: string, more = {}) => ({
  id,
  input: id,
  assert: { type: 'contains', value: 'right' },
  ...more,
});

function configure(config: object, agent: object = { repeatable: true }): void {
  const remote = {
    type: 'http',
    url: server.url,
    output: 'text',
    ...agent,
    body: { input: '{{input}}', session: '{{session_id}}' },
  };
  workspace.write('runner.config.json', { agents: { remote }, ...config });
}

beforeAll(async () => {
  workspace = createEchoWorkspace();
  server = await startAnsweringServer(({ input, before }, response) => {
    const script = scripts[input] ?? 'P';
    const letter = script[Math.min(before, script.length - 1)];
    if (letter === 'I') response.writeHead(503).end('down');
    else
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ text: letter === 'P' ? 'right' : 'wrong' }));
  });
});
afterAll(async () => {
  workspace.remove();
  await server.close();
});

describe('--runs auto', () => {
  it('repeats each case until it is decided, and says so everywhere', async () => {
    configure({});
    server.asked.length = 0;
    workspace.write(
      suite,
      Object.keys(scripts).map((id) => createCase(id)),
    );
    const outputs = ['a.json', 'a.md', 'a.html', 'a.xml', 'a.jsonl'].flatMap((file) => ['-o', file]);
    const ended = await run(
      ['test', suite, '-n', 'remote', '--runs', 'auto', '--parallel', '3', '--run-id', first, ...outputs],
      { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: undefined },
    );
    expect(ended.code).toBe(1);
    expect(lastLine(ended)).toBe('turntree: exit 1: 1 bad: broken, 1 inconclusive: wavering');
    const lines = ended.stdout.split('\n');
    expect(lines).toContain('  [steady] good after 10 attempts (10 of 10 passed)');
    expect(lines).toContain('  [broken] bad after 2 attempts (0 of 2 passed)');
    expect(lines).toContain('  [slip] good after 17 attempts (16 of 17 passed)');
    expect(lines).toContain('  [wavering] inconclusive after 36 attempts (31 of 36 passed)');
    // Failures of the server tell nothing about the agent, so they do not count.
    expect(lines).toContain('  [outage] good after 12 attempts (10 of 12 passed)');
    expect(ended.stdout).toContain(
      'ℹ Runs: until decided, at most 36 per case (good from 95%, bad up to 70%, risk 5%)',
    );
    expect(ended.stdout).toContain('  Decided:   3 good, 1 bad, 1 inconclusive in 77 attempts\n');
    // Only first attempts count. The first attempts of `wavering` and `steady` passed.
    expect(ended.stdout).toMatch(/Pass Rate: .*40\.0%.* of first attempts\n/);
    expect(ended.stdout).not.toContain('Pass^k');
    expect(ended.stdout).toMatch(/Failures \(7[,)]/);
    expect(ended.stdout).not.toMatch(/✗ \[slip\]|FAILED \[slip\]/);
    expect(ended.stderr).toMatch(/::error .*title=broken%3A failed::bad after 2 attempts \(0 of 2 passed\)/);

    const perCase = Object.groupBy(server.asked, ({ input }) => input);
    expect(Object.values(perCase).map((each) => each?.length)).toEqual(expect.arrayContaining([10, 2, 17, 36, 12]));
    for (const each of Object.values(perCase))
      expect(new Set(each?.map(({ session }) => session)).size).toBe(each?.length);

    const report = JSON.parse(text('a.json'));
    expect(report.summary).toMatchObject({
      decisions: { good: 3, bad: 1, inconclusive: 1 },
      passed: 3,
      failed: 2,
      pass_rate: 40,
    });
    expect(report.summary).not.toHaveProperty('pass_hat_k');
    expect(report.metadata.options.auto_runs).toEqual({ good: 0.95, bad: 0.7, risk: 0.05, max: 36 });
    const results = Object.fromEntries(report.results.map((result: { id: string }) => [result.id, result]));
    expect(results.slip).toMatchObject({ decision: 'good', status: 'passed', runs: 17, passed: 16 });
    expect(results.slip).not.toHaveProperty('stability_class');
    expect(results.wavering).toMatchObject({ decision: 'inconclusive', status: 'failed', runs: 36 });
    expect(text('a.md')).toContain('## Decisions');
    expect(text('a.md')).toContain('| broken | bad after 2 attempts (0 of 2 passed) |');
    expect(text('a.xml')).toContain('message="bad after 2 attempts (0 of 2 passed): ');
    expect(text('a.xml')).toContain('failures="2"');
    const savedCases = text('a.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(savedCases.filter(({ type }) => type === 'stability')).toHaveLength(5);

    expect((await run(['show', 'latest'])).stdout).toContain('3 good, 1 bad, 1 inconclusive in 77 attempts');
    const again = await run(['merge', 'a.jsonl', '-o', 'merged.json', '-o', 'merged.jsonl']);
    expect(again.stderr).toContain('1 bad: broken, 1 inconclusive: wavering');
    expect(text('merged.jsonl').match(/"type":"stability"/g)).toHaveLength(5);
    expect(JSON.parse(text('merged.json')).summary).toMatchObject({ passed: 3, failed: 2, pass_rate: 40 });
  });

  it('takes what is bad or undecided for its last failures, and resumes without asking again', async () => {
    server.asked.length = 0;
    const failed = await test('--last-failed', '--runs', 'auto', '-q');
    expect(failed.stdout).toContain('1 bad: broken');
    expect(new Set(server.asked.map(({ input }) => input))).toEqual(new Set(['broken', 'wavering']));
    const requestCount = server.asked.length;
    const resumed = await run(['test', '--resume', first, '-q', '--no-output']);
    expect(resumed.stdout).toContain('3 good, 1 bad, 1 inconclusive in 77 attempts');
    expect(server.asked).toHaveLength(requestCount);
  });

  it('gives events that say what was decided, and no gap', async () => {
    workspace.write(suite, [createCase('steady'), createCase('broken', { quarantine: true })]);
    server.asked.length = 0;
    const ended = await test('--runs', 'auto:4', '--json');
    const events = ended.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, position) => position + 1));
    expect(events.filter(({ type }) => type === 'case.decided')).toMatchObject([
      { caseId: 'steady', decision: 'inconclusive', attempt: 4, passed: 4 },
      { caseId: 'broken', decision: 'bad', attempt: 2, passed: 0 },
    ]);
    expect(lastLine(ended)).toBe('turntree: exit 1: 1 inconclusive: steady');
    const results = events.flatMap(({ result }) => result ?? []);
    expect(results.map(({ setAside }: { setAside?: string }) => setAside)).toEqual([
      ...[undefined, 'repeat', 'repeat', 'repeat', 'quarantine', 'quarantine'],
    ]);
  });

  it('follows the config, and refuses what decides nothing, naming the place', async () => {
    workspace.write(suite, [createCase('steady')]);
    configure({ auto_runs: { good: 0.9, bad: 0.1, risk: 0.2 } });
    expect((await test('--runs', 'auto', '-q')).stdout).toBe('PASSED: 1 good in 1 attempt\n');
    const refused = async (rates: object) => {
      configure({ auto_runs: rates });
      const { code, stderr } = await test('--runs', 'auto');
      expect(code).toBe(1);
      return stderr;
    };
    expect(await refused({ good: 'often' })).toMatch(/runner\.config\.json:\d+:\d+: auto_runs\.good: must be a number/);
    expect(await refused({ good: 0.6, bad: 0.7 })).toMatch(/auto_runs\.bad: must be below `good`/);
    expect(await refused({ risk: 0.5 })).toContain('auto_runs.risk: must be below 0.5');
    expect(await refused({ good: 0.99, bad: 0.98 })).toContain('cannot distinguish a case of 0.99 from a case of 0.98');
    configure({});
    expect((await test('--runs', 'auto:0')).stderr).toContain('--runs auto: takes a whole number above zero, got "0"');
    expect((await test('--runs', 'often')).stderr).toContain(
      'a whole number above zero, auto or auto:<most>, got "often"',
    );
    expect((await test('--runs', 'auto', '--fail-on-flaky')).stderr).toContain(
      '--fail-on-flaky and --runs auto exclude',
    );
    expect((await test('--runs', 'auto', '--min-case-pass-rate', '80')).code).toBe(1);
  });

  it('calls real tools again only where that is said to do no harm', async () => {
    configure({}, {});
    workspace.write(suite, [createCase('steady')]);
    server.asked.length = 0;
    const ended = await test('--runs', 'auto');
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('--runs auto would call real tools again');
    expect(ended.stderr).toContain('agent "remote" is of type http: calling it may have side effects (steady)');
    expect(ended.stderr).toContain('"repeatable": true');
    expect((await test('--retries', '2')).stderr).toContain('--retries would call real tools again');
    expect(server.asked).toHaveLength(0);
    // Here the user set a fixed number of attempts, so the case is really repeated.
    expect((await test('--runs', '2', '-q')).stdout).toBe('PASSED: 2 of 2 passed\n');
    configure({}, { headers: { 'x-mocks': '{{mocks_url}}' } });
    workspace.write(suite, [createCase('steady', { mocks: { refund: { result: true } } })]);
    expect((await test('--runs', 'auto:2', '-q')).stdout).toContain('inconclusive');
    workspace.write(suite, [createCase('steady', { mocks: { refund: { result: true } }, pass: ['get_*'] })]);
    expect((await test('--runs', 'auto:2')).stderr).toContain('would call real tools again');
  });
});
