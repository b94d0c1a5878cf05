import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import escapeStringRegexp from 'escape-string-regexp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { listRuns } from '../history/index.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write('assistants/echo/tests/good.jsonl', [{ id: 'alpha', input: 'a' }]);
  workspace.write('connectors/cloud.conn.yao', {
    type: 'openai',
    options: { host: 'http://127.0.0.1:9', model: 'm', key: '$ENV.CLOUD_TEST_KEY' },
  });
  workspace.write('assistants/cloud/package.yao', { name: 'Cloud', connector: 'cloud' });
  workspace.write('assistants/cloud/prompts.yml', '- role: system\n  content: hi\n');
});
afterAll(() => workspace.remove());

const good = 'assistants/echo/tests/good.jsonl';
const run = (...args: string[]): Promise<CliResult> =>
  runCli(['test', ...args], { cwd: workspace.root, variables: { CLOUD_TEST_KEY: undefined } });

async function refuses(args: readonly string[], ...messages: (string | RegExp)[]): Promise<void> {
  const { code, stdout, stderr } = await run(...args);
  for (const message of messages) expect(stderr).toMatch(message instanceof RegExp ? message : literal(message));
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
}

function literal(text: string): RegExp {
  return new RegExp(escapeStringRegexp(text));
}

describe('turntree test refuses, saying what, where and what to do', () => {
  it('a file that is not there', () =>
    refuses(['tests/none.jsonl'], 'tests/none.jsonl does not exist', path.join('tests', 'none.jsonl')));

  it('a path that is not there', () => refuses(['some/where'], 'some/where does not exist'));

  it('no input at all outside of a workspace', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-nothing-'));
    const { code, stderr } = await runCli(['test'], { cwd: folder });
    expect(code).toBe(1);
    for (const text of [
      'no input: pass a case file, a folder or a message',
      'npx turntree test tests/cases.jsonl',
      'npx turntree try <',
    ])
      expect(stderr).toContain(text);
    rmSync(folder, { recursive: true });
  });

  it('a file that belongs to no agent, saying what was searched', async () => {
    const file = workspace.write('loose/cases.jsonl', [{ id: 'A', input: 'a' }]);
    await refuses([file], 'no agent found', `looked for package.yao in ${path.dirname(file)}`, 'name one with -n: ');
  });

  it('a workspace that has no agents, saying how to get one', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-no-agents-'));
    writeFileSync(path.join(folder, 'cases.jsonl'), '{"id": "A", "input": "a"}\n');
    const { code, stderr } = await runCli(['test', 'cases.jsonl'], { cwd: folder });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: [
        'turntree: no agent found',
        `  ${folder} has no agents: add one with "turntree try <its address or file>"`,
        '  or name the address of an agent with --url (in a program, pass it as "agent")\n',
      ].join('\n'),
    });
    rmSync(folder, { recursive: true });
  });

  it('a file outside of the workspace, without naming an end that the search did not have', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-outside-'));
    writeFileSync(path.join(folder, 'cases.jsonl'), '{"id": "A", "input": "a"}');
    const { stderr } = await run(path.join(folder, 'cases.jsonl'), '-a', workspace.root);
    expect(stderr).toContain(`looked for package.yao in ${folder} and above\n`);
    rmSync(folder, { recursive: true });
  });

  it('an unknown agent, with the nearest name', () =>
    refuses([good, '-n', 'ecko'], 'agent "ecko" not found', 'did you mean "echo"?'));

  it('an unknown connector, naming the known ones', () =>
    refuses([good, '-n', 'cloud', '-c', 'clout'], '"clout"', 'cloud'));

  it('a missing key, naming the variable', () => refuses([good, '-n', 'cloud'], 'CLOUD_TEST_KEY'));

  it('an unknown simulator, before anything runs', async () => {
    const file = workspace.write('assistants/echo/tests/nosim.jsonl', [
      {
        id: 'A',
        input: 'a',
        simulator: 'simulatr',
        checkpoints: [{ id: 'x', assert: { type: 'contains', value: 'x' } }],
      },
    ]);
    await refuses(
      [file],
      'nosim.jsonl:1:35: case "A": the workspace has no agent "simulatr"',
      'did you mean "simulator"?',
    );
  });

  it('malformed lines, duplicates, cycles and unknown words, all at once, each with its place', async () => {
    const file = workspace.write(
      'assistants/echo/tests/bad.jsonl',
      [
        '{"id": "a", "input": "x", "asert": {"type": "contains", "value": "x"}}',
        '{"id": "b", "input": }',
        '{"id": "a", "input": "y"}',
        '{"id": "c", "input": "x", "simulator": "s", "checkpoints": [{"id": "p", "after": ["q"], "assert": {"type": "contains", "value": "x"}}, {"id": "q", "after": ["p"], "assert": {"type": "contains", "value": "x"}}]}',
        '{"id": "d", "input": "x", "timeout": "soon"}',
      ].join('\n'),
    );
    await refuses(
      [file],
      /bad\.jsonl:1:27: .*asert.*did you mean "assert"/,
      /bad\.jsonl:2:\d+: /,
      /bad\.jsonl:3:8: id "a" is already used in line 1/,
      /bad\.jsonl:4:82: checkpoints wait for each other: p → q → p/,
      /bad\.jsonl:5:38: .*not "soon"/,
    );
  });

  it('an unknown report format, before anything runs', () =>
    refuses([good, '-o', 'report.pdf'], '--output report.pdf', '.jsonl, .json, .md, .html, .xml'));

  it('an unknown flag, in one line with a suggestion', async () => {
    const { code, stderr } = await run(good, '--paralel', '2');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "turntree: unknown option '--paralel' (Did you mean --parallel?)\n",
    });
  });

  it('a case id that nobody has, with the nearest one', () =>
    refuses([good, '--case', 'alpa'], 'no case has the id "alpa"', 'did you mean "alpha"?'));

  it('a filter that leaves nothing, and a pattern that is none', async () => {
    await refuses([good, '--tag', 'nightly'], 'nothing to run: none of the 1 cases matches --tag nightly');
    await refuses([good, '--run', '('], '--run: ');
  });

  it('values that flags do not take', async () => {
    await refuses([good, '--timeout', '0s'], '--timeout takes a duration', '"0s"');
    await refuses([good, '--runs', 'many'], '--runs takes a whole number above zero, auto or auto:<most>, got "many"');
    await refuses([good, '--parallel', '0'], '--parallel takes a whole number above zero, got "0"');
    await refuses([good, '--run-id', 'x'], '--run-id takes a UUID');
  });

  it('a config with mistakes, naming file and key', async () => {
    const other = createEchoWorkspace();
    const file = other.write('assistants/echo/tests/good.jsonl', [{ id: 'A', input: 'a' }]);
    other.write('runner.config.json', '{ "agents": { "x": { "type": "modul" } } }');
    const { code, stderr } = await runCli(['test', file], { cwd: other.root });
    expect(code).toBe(1);
    expect(stderr).toContain('runner.config.json');
    expect(stderr).toContain('agents.x');
    other.remove();
  });

  it('defaults that no flag has, or that a flag does not take', async () => {
    const other = createEchoWorkspace();
    const file = other.write('assistants/echo/tests/good.jsonl', [{ id: 'A', input: 'a' }]);
    other.write('runner.config.json', { defaults: { paralel: 2 } });
    const unknown = await runCli(['test', file], { cwd: other.root });
    expect(unknown.stderr).toContain(
      'defaults.paralel is not a flag that can have a default; did you mean "parallel"?',
    );
    other.write('runner.config.json', { defaults: { timeout: 'soon' } });
    const wrong = await runCli(['test', file], { cwd: other.root });
    expect(wrong.stderr).toContain('defaults.timeout takes a duration');
    expect([unknown.code, wrong.code]).toEqual([1, 1]);
    other.remove();
  });

  it('an env file that is not there', () =>
    refuses([good, '-e', 'none.env'], '--env none.env does not exist', 'looked for '));

  it('a report of a dry run', () =>
    refuses([good, '--dry-run', '-o', 'x.html'], '--dry-run writes cases; name a file that ends in .jsonl or .json'));

  it('a run id that is not a UUID', () =>
    refuses([good, '--run-id', 'mine'], '--run-id takes a UUID such as ', 'got "mine"'));

  it('a report, which is left out beside case files', async () => {
    const report = 'assistants/echo/tests/output-1.jsonl';
    await run(good, '-o', report);
    await refuses([report], `${report} is the report of a run; name a case file instead`);
    expect(await run(good, report)).toMatchObject({ code: 0, stderr: '' });
  });
  it('a file that holds no cases', () => {
    workspace.write('notes', 'x');
    return refuses(['notes'], 'notes is not a case file; name one that ends in .jsonl');
  });

  it('a history that is not a database', async () => {
    const file = workspace.write('broken.db', 'this is not a database'.repeat(100));
    await refuses([good, '--db', file], `the history ${file} is damaged`, 'turntree history reset', '--no-history');
  });

  it('kinds of input that it cannot run', async () => {
    await refuses(['agents:maker?count=3'], 'agents:maker?count=3');
    await refuses(['cases.csv'], 'cases.csv');
  });
});

describe('--no-output', () => {
  it.each(['before', 'after'])('leaves out the default report, and not that of an -o %s it', async (order) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-output-'));
    const report = path.join(folder, 'r.json');
    const flags = [['--no-output'], ['-o', report]];
    const words = (order === 'before' ? flags.toReversed() : flags).flat();
    expect(await run(good, '--no-history', ...words)).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(report)).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it.each(['--json', '--format json', '-q', '-v', '--fail-fast', '--shard 1/1', '--runs 2', '--output-json'])(
    'and %s leave the report of -o where it is named',
    async (words) => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-output-'));
      const report = path.join(folder, 'r.json');
      await run(good, '--no-history', ...words.split(' '), '--no-output', '-o', report);
      expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ summary: { passed: 1 } });
      rmSync(folder, { recursive: true });
    },
  );
});

describe('a mistyped command', () => {
  it.each([
    ['rnu', 'run'],
    ['tset', 'test'],
    ['lnit', 'lint'],
  ])('%s suggests %s', async (word, meant) => {
    for (const words of [[word], ['help', word]]) {
      expect(await runCli(words, { cwd: workspace.root })).toMatchObject({
        code: 1,
        stdout: '',
        stderr: `turntree: unknown command '${word}' (Did you mean ${meant}?)\n`,
      });
    }
  });

  it.each(['prune1', 'prun', 'pune', 'runee', 'rune'])('%s never suggests one that deletes', async (word) => {
    expect((await runCli([word], { cwd: workspace.root })).stderr).not.toContain('prune?');
  });
});

it('test is also called run', async () => {
  expect(await runCli(['run', good, '--no-history', '--no-output'], { cwd: workspace.root })).toMatchObject({
    code: 0,
  });
});

it('prints an error once', async () => {
  const { stderr } = await run('none.jsonl');
  expect(stderr.match(/none\.jsonl does not exist/g)).toHaveLength(1);
});

describe('a report that cannot be written', () => {
  it('does not lose the results: they are in the history, and the exit code says so', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-output-'));
    writeFileSync(path.join(folder, 'file'), 'in the way');
    const database = path.join(folder, 'history.db');
    const { code, stdout, stderr } = await run(
      good,
      '--db',
      database,
      '-o',
      path.join(folder, 'file', 'r.jsonl'),
      '-o',
      path.join(folder, 'file', 'r.json'),
    );
    expect(code).toBe(1);
    expect(stdout).toContain('✓ PASSED, but 1 passed case checks nothing');
    expect(stderr).toContain(`cannot write ${path.join(folder, 'file', 'r.jsonl')}`);
    expect(stderr).toContain(`cannot write ${path.join(folder, 'file', 'r.json')}`);
    expect(stderr).toMatch(/the results are in the history, run [0-9a-f-]{36}/);
    expect(stderr.trim().split('\n').at(-1)).toBe('turntree: exit 1: all passed, but not everything could be written');
    const opened = openDatabase(database);
    expect(listRuns(opened, { limit: 1 })).toMatchObject([{ counts: { passed: 1 } }]);
    opened.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
