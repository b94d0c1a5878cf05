import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { labelRun, saveReview, saveTurnReview } from '../history/index.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const single = '019a0000-0000-7000-8000-00000000000a';
const repeated = '019a1111-0000-7000-8000-00000000000b';
const suite = 'assistants/echo/tests/cases.jsonl';
const formats = ['json', 'md', 'html', 'xml'];

let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });
const readText = (file: string): string => readFileSync(path.join(workspace.root, file), 'utf8');
const lines = (file: string) =>
  readText(file)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

beforeAll(async () => {
  workspace = createEchoWorkspace();
  workspace.write(suite, [
    { id: 'ok', input: 'hello', assert: { type: 'contains', value: 'hello' } },
    { id: 'wrong', input: 'hello', assert: { type: 'contains', value: 'bye' } },
    { id: 'later', input: 'x', skip: true },
  ]);
  const outputs = [...formats, 'jsonl'].flatMap((format) => ['-o', `first.${format}`]);
  await run('test', suite, '--run-id', single, ...outputs);
  await run('test', suite, '--run-id', repeated, '--runs', '2', '-o', 'twice.jsonl');
});
afterAll(() => workspace.remove());

describe('turntree report', () => {
  it('writes what the run itself wrote', async () => {
    const outputs = formats.flatMap((format) => ['-o', `again/report.${format}`]);
    const { code, stdout, stderr } = await run('report', '019a0', ...outputs);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: formats.map((format) => `${path.join('again', `report.${format}`)}\n`).join(''),
      stderr: '',
    });
    for (const format of formats) expect(readText(`again/report.${format}`)).toBe(readText(`first.${format}`));
  });

  it('has what people said since, beside the results', async () => {
    const database = openDatabase(path.join(workspace.root, '.runner/history.db'));
    const review = {
      suiteKey: suite,
      caseId: 'ok',
      attempt: 1,
      reviewer: 'ann',
      verdict: 'bad',
      note: 'curt',
    } as const;
    saveReview(database, repeated, { ...review, reviewedAt: 0 });
    labelRun(database, repeated, 'before the fix');
    database.close();
    await run('report', repeated, '-o', 'said.json');
    const savedReview = { suite, id: 'ok', attempt: 1, reviewer: 'ann', verdict: 'bad', note: 'curt' };
    expect(JSON.parse(readText('said.json')).metadata).toMatchObject({
      label: 'before the fix',
      reviews: [{ ...savedReview, reviewed_at: '1970-01-01T00:00:00.000Z' }],
    });
  });

  it('writes the JSON lines that were streamed', async () => {
    await run('report', '019a0', '-o', 'again/first.jsonl');
    await run('report', 'latest', '-o', 'again/twice.jsonl');
    expect(lines('again/first.jsonl')).toEqual(lines('first.jsonl'));
    expect(lines('again/twice.jsonl')).toEqual(lines('twice.jsonl'));
    expect(lines('again/twice.jsonl').map(({ type }) => type)).toEqual([
      'start',
      'stability',
      'stability',
      'stability',
      'summary',
    ]);
  });

  it('writes one case alone, and opens its page where it went wrong', async () => {
    await run('report', repeated, 'wrong', '-o', 'wrong.json', '-o', 'wrong.html');
    const { summary, results } = JSON.parse(readText('wrong.json'));
    expect(summary).toMatchObject({ total: 1, passed: 0, failed: 1, runs_per_case: 2 });
    expect(results).toMatchObject([{ id: 'wrong', runs: 2 }]);
    expect(readText('wrong.html')).toContain('<html lang="en" data-open="case=wrong">');
    expect(readText('wrong.html')).not.toContain('"later"');

    await run('report', repeated, `${suite}:ok`, '3', '--attempt', '2', '-o', 'ok.json', '-o', 'ok.html');
    expect(JSON.parse(readText('ok.json'))).toMatchObject({
      summary: { total: 1, passed: 1, failed: 0, runs_per_case: 1 },
      results: [{ id: 'ok', status: 'passed' }],
    });
    expect(readText('ok.html')).toContain('data-open="case=ok&amp;turn=3"');
  });

  it('leaves out what must not be sent, and masks what the workspace calls a secret now', async () => {
    const database = openDatabase(path.join(workspace.root, '.runner/history.db'));
    const review = { suiteKey: suite, caseId: 'wrong', attempt: 1, reviewer: 'ben', verdict: 'bad' } as const;
    saveTurnReview(database, repeated, { ...review, turn: 1, note: 'ask customer MRN-123456', reviewedAt: 0 });
    database.close();
    writeFileSync(path.join(workspace.root, 'runner.config.json'), JSON.stringify({ redact: ['/MRN-\\d{6}/'] }));
    await run('report', repeated, 'wrong', '-o', 'noted.html');
    expect(readText('noted.html')).toContain('ask customer [redacted]');
    await run('report', repeated, 'wrong', '-o', 'less.html', '--leave-out', 'users', 'notes');
    expect(readText('less.html')).toContain('"leftOut":["users","notes"]');
    expect(readText('less.html')).not.toContain('ask customer');
    expect(readText('less.html')).toContain('"input":"[left out]"');
  });

  it('needs no readable config, and then has no notes, which may hold what the config calls a secret', async () => {
    const config = path.join(workspace.root, 'runner.config.json');
    writeFileSync(config, '{"redact": [');
    const { code, stderr } = await run('report', repeated, 'wrong', '-o', 'unmasked.html');
    rmSync(config);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/warning: .*runner\.config\.json:1:13: .*\n {2}The report has no notes/),
    });
    expect(readText('unmasked.html')).toContain('"leftOut":["notes"]');
    expect(readText('unmasked.html')).not.toContain('ask customer');
  });

  it.each([
    { args: ['nobody'], words: 'the run has no case "nobody"' },
    { args: ['ok', '--attempt', '3'], words: 'case "ok" had 2 attempts in this run, no attempt 3' },
    { args: ['--attempt', '3'], words: '--attempt chooses an attempt of a case; name the case, too' },
    { args: ['ok', 'last'], words: 'turn' },
  ])('says what is wrong with $args', async ({ args, words }) => {
    const { code, stderr } = await run('report', repeated, ...args, '-o', 'none.html');
    expect(code).toBe(1);
    expect(stderr).toContain(words);
    expect(existsSync(path.join(workspace.root, 'none.html'))).toBe(false);
  });

  it('asks where the report goes', async () => {
    const { code, stderr } = await run('report', 'latest');
    expect(code).toBe(1);
    expect(stderr).toContain('turntree: say where the report goes with -o\n  turntree report latest -o report.html\n');
  });

  it('names the runs there are when it does not know one, and writes nothing', async () => {
    const { code, stderr } = await run('report', 'ffff', '-o', 'unknown.json');
    expect(code).toBe(1);
    expect(stderr).toContain('turntree: no run has the id "ffff"');
    expect(stderr).toContain(single);
    expect(existsSync(path.join(workspace.root, 'unknown.json'))).toBe(false);
  });

  it('refuses a format that nobody writes', async () => {
    const { code, stderr } = await run('report', 'latest', '-o', 'report.pdf');
    expect(code).toBe(1);
    expect(stderr).toContain('--output report.pdf: the extension sets the format, and ".pdf" is none of ');
  });
});
