import { readFileSync } from 'node:fs';
import path from 'node:path';
import { raw as jq } from 'jq-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'assistants/echo/tests/cases.jsonl';
let workspace: EchoWorkspace;
const run = (args: readonly string[], variables = {}): Promise<CliResult> =>
  runCli(args, { cwd: workspace.root, variables });
const test = (...args: string[]): Promise<CliResult> => run(['test', suite, ...args]);
const text = (file: string) => readFileSync(path.join(workspace.root, file), 'utf8');
const lastLine = ({ stderr }: CliResult) => stderr.trimEnd().split('\n').at(-1);

const passing = (id: string, more = {}) => ({ id, input: id, assert: { type: 'contains', value: 'echo' }, ...more });
const failing = (id: string, more = {}) => ({ id, input: id, assert: { type: 'contains', value: 'nope' }, ...more });
const quarantine = { quarantine: true };
const expected = { expect: 'fail' };
const answerBy = (rules: object[]) =>
  workspace.write('runner.config.json', { agents: { echo: { type: 'scripted', rules } } });

beforeAll(() => {
  workspace = createEchoWorkspace();
});
afterAll(() => workspace.remove());

describe('quarantined cases and expected failures', () => {
  it('are shown and counted apart, but never affect the result', async () => {
    const cases = [
      passing('c1'),
      passing('c2'),
      failing('c3', quarantine),
      passing('c4', quarantine),
      { id: 'c5', input: 'throw', assert: { type: 'contains', value: 'x' }, ...quarantine },
      failing('c6', expected),
      passing('c7', expected),
    ];
    workspace.write(suite, cases);
    const words =
      '3 quarantined (1 failed, 1 error), 1 quarantined case passed: c4, 2 expected failures (1 failed), 1 expected failure passed: c7';
    const gates = ['--min-pass-rate', '100', '--min-case-pass-rate', '100', '--min-accuracy', '1', '--fail-fast'];
    const outputs = ['r.json', 'r.md', 'r.html', 'r.xml', 'r.jsonl'].flatMap((file) => ['-o', file]);
    const ended = await run(
      ['test', suite, ...gates, '--fail-on-flaky', '--fail-on-regression', '--fail-on-unjudged', ...outputs],
      { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: undefined },
    );
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stdout).toContain('[c3] c3 FAILED (quarantined)');
    expect(ended.stdout).toContain('[c7] c7 PASSED (expected to fail)');
    expect(ended.stdout).toContain(`  Excluded:  ${words}\n`);
    expect(ended.stdout).toContain('  Pass Rate: 100.0%\n');
    expect(ended.stdout).not.toContain('Failures (');
    expect(ended.stderr).toContain(`::notice title=Excluded from rates and gates::${words}`);
    expect(ended.stderr).not.toContain('::error');
    expect(ended.stderr).not.toContain('::warning');

    const report = JSON.parse(text('r.json'));
    expect(report.summary).toMatchObject({ total: 7, passed: 2, failed: 0, errors: 0, pass_rate: 100 });
    expect(report.summary.set_aside).toMatchObject({
      quarantine: { passed: 1, failed: 1, error: 1 },
      expect_fail: { passed: 1, failed: 1 },
      words,
    });
    expect(report.results).toMatchObject([{ id: 'c1' }, { id: 'c2' }]);
    expect(report.skipped).toEqual([]);
    expect(report.quarantined).toMatchObject([
      ...[{ id: 'c3', output: 'echo: c3', assertions: [{ type: 'contains' }] }, { id: 'c4' }, { id: 'c5' }],
      ...[{ id: 'c6', set_aside: 'expect_fail' }, { id: 'c7' }],
    ]);
    expect(await jq(text('r.json'), '.results | all(.pass_rate >= 80)')).toBe('true');
    expect(text('r.md')).toContain(`2 of 2 cases passed · ${words}`);
    expect(text('r.md')).not.toContain('## Failures');
    expect(text('r.xml')).toContain('tests="7" failures="0" errors="0" skipped="5"');
    expect(text('r.xml')).toMatch(/<skipped message="failed \(quarantined\): .*nope/);
    const lines = text('r.jsonl').trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'summary', passed: 2, set_aside: { words } });

    const merged = await run(['merge', 'r.json', '-o', 'merged.json']);
    expect(merged.code).toBe(0);
    expect(JSON.parse(text('merged.json')).summary).toMatchObject({ passed: 2, failed: 0, set_aside: { words } });
    expect((await run(['show', 'latest'])).stdout).toContain(words);
    expect((await test('-q', '--no-output')).stdout).toBe(`PASSED: 2 of 2 passed, ${words}\n`);
  });

  it('expect a wrong answer: an error or a timeout counts as what it is, and says so', async () => {
    workspace.write(suite, [
      passing('c1'),
      failing('c2', expected),
      { id: 'c3', input: 'throw', assert: { type: 'contains', value: 'x' }, ...expected },
    ]);
    const ended = await test('--no-output', '-o', 'broken.json', '-o', 'broken.xml');
    expect([ended.code, lastLine(ended)]).toEqual([1, 'turntree: exit 1: 1 error']);
    expect(ended.stdout).toContain('"expect": "fail" only covers wrong answers, not an error, which still counts');
    expect(ended.stdout).toContain('  Excluded:  1 expected failure (1 failed)\n');
    const { summary, results, quarantined } = JSON.parse(text('broken.json'));
    expect(summary).toMatchObject({ passed: 1, errors: 1, pass_rate: 50 });
    expect(results).toMatchObject([{ id: 'c1' }, { id: 'c3', status: 'error' }]);
    expect(quarantined).toMatchObject([{ id: 'c2' }]);
    expect(text('broken.xml')).toContain('failures="0" errors="1" skipped="1"');
    expect((await run(['merge', 'broken.json', '-o', 'merged.json'])).code).toBe(1);
    expect(lastLine(await test('--no-output', '--last-failed'))).toBe('turntree: exit 1: 1 error');
  });

  it('that are all there is judge nothing, and that is an error in words', async () => {
    workspace.write(suite, [passing('c1', quarantine), failing('c2', expected)]);
    const ended = await test('--no-output');
    expect(ended.code).toBe(1);
    expect(lastLine(ended)).toBe(
      'turntree: exit 1: nothing that counts was run: 1 quarantined, 1 quarantined case passed: c1, 1 expected failure (1 failed)',
    );
    expect((await test('--no-output', '--exit-codes', 'detailed')).code).toBe(5);
  });

  it('are compared with nothing, and are no last failures', async () => {
    const all = Array.from({ length: 8 }, (_, place) => `w${place}`);
    workspace.write(suite, [passing('c0'), ...all.map((id) => passing(id))]);
    const before = await test('--no-output', '--run-id', '019a0000-0000-7000-8000-0000000000b1');
    expect(before.code).toBe(0);
    answerBy([{ when: { text: '/^c0$/' }, answer: 'echo' }, { answer: 'bye' }]);
    workspace.write(suite, [passing('c0'), ...all.map((id) => passing(id, quarantine))]);
    const after = await test('--no-output', '--fail-on-regression', '--run-id', '019a0000-0000-7000-8000-0000000000b2');
    expect(after.code).toBe(0);
    expect(after.stdout).not.toContain('ewly failing');
    const compared = await run(['compare', '019a0000-0000-7000-8000-0000000000b1', 'latest', '--format', 'json']);
    expect(JSON.parse(compared.stdout).change).toMatchObject({ cases: 1, edited: 0 });
    expect(lastLine(await test('--no-output', '--last-failed'))).toMatch(/nothing to run|no case/);
    // Removing `quarantine` does not change the hash of the case, so the case keeps its history.
    workspace.write(suite, [passing('c0'), ...all.map((id) => passing(id))]);
    const back = await run(['test', suite, '--no-output', '--last-failed']);
    expect(back.stdout + back.stderr).not.toContain('edited');
  });

  it('are decided for themselves with --runs auto, and fail no regrading', async () => {
    answerBy([{ when: { text: '/^wrong$/' }, answer: 'bye' }, { answer: 'echo' }]);
    workspace.write(suite, [passing('c1'), passing('wrong', quarantine), passing('c3', expected)]);
    const ended = await test('-q', '--no-output', '--runs', 'auto');
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stdout).toBe(
      'PASSED: 1 good in 10 attempts, 1 quarantined (1 failed), 1 expected failure, 1 expected failure passed: c3\n',
    );
    workspace.write(suite, [passing('c1'), failing('wrong', quarantine), failing('c3', expected)]);
    const regraded = await run(['regrade', 'latest']);
    expect(regraded.code).toBe(0);
    expect(regraded.stdout).toContain('10 changed');
  });

  it('are one or the other, and spelled right', async () => {
    workspace.write(suite, [passing('c1', { ...quarantine, ...expected }), passing('c2', { expect: 'pass' })]);
    const ended = await test('--no-output');
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('"quarantine" and "expect" both exclude the case; keep one');
    expect(ended.stderr).toContain(':2:');
    expect((await run(['schema', 'case'])).stdout).toContain('"quarantine"');
  });
});
