import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { getRunState, listRuns } from '../history/index.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'assistants/echo/tests/cases.jsonl';
const other = 'assistants/echo/tests/other.jsonl';
const formats = ['json', 'jsonl', 'xml', 'md', 'html'];
let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });
const inRoot = (file: string) => path.join(workspace.root, file);
const readText = (file: string) => readFileSync(inRoot(file), 'utf8');
const reportsTo = (name: string) => formats.flatMap((format) => ['-o', `${name}.${format}`]);
const shard = (index: number, total: number, ...more: string[]) =>
  run('test', suite, other, '--shard', `${index}/${total}`, '--db', `part-${index}.db`, '--no-output', ...more);

beforeAll(() => {
  workspace = createEchoWorkspace();
  const talk = {
    simulator: 'simulator',
    checkpoints: [{ id: 'then', assert: { type: 'contains', value: 'and then' } }],
  };
  workspace.write(suite, [
    { id: 'A', input: 'a', name: 'First', tags: ['one'] },
    { id: 'B', input: 'b', assert: { type: 'contains', value: 'never' } },
    { id: 'C', input: 'c', ...talk },
    { id: 'D', input: 'd', skip: true },
    { id: 'E', input: 'e', expect: 'fail', assert: { type: 'contains', value: 'never' } },
  ]);
  workspace.write(other, [
    { id: 'A', input: 'elsewhere' },
    { id: 'F', input: 'f', assert: { type: 'contains', value: 'f' } },
  ]);
});
afterAll(() => workspace.remove());

describe('a run that is split over machines', () => {
  it('has the reports, the verdict and the exit code of one that is not, but for times and ids', async () => {
    const whole = await run('test', suite, other, '--runs', '2', '-q', ...reportsTo('whole'));
    for (const index of [1, 2, 3]) await shard(index, 3, '--runs', '2');
    const merged = await run(
      'merge',
      'part-3.db',
      'part-1.db',
      'part-2.db',
      '--db',
      'merged.db',
      ...reportsTo('merged'),
    );
    expect(merged.stderr).toBe('turntree: merged 3 shards, 7 cases: 2 failed\n');
    expect(merged.code).toBe(whole.code);
    for (const format of ['json', 'jsonl', 'xml', 'md']) {
      expect(withoutTimes(readText(`merged.${format}`)), format).toBe(withoutTimes(readText(`whole.${format}`)));
    }
    expect(existsSync(inRoot('merged.html'))).toBe(true);
  });

  it('is one whole run in the history, which the next one is compared with', async () => {
    const database = openDatabase(inRoot('merged.db'));
    try {
      const [only, ...others] = listRuns(database, { limit: 10 });
      expect(others).toEqual([]);
      const state = getRunState(database, String(only?.runId));
      expect(state?.options?.shard).toBeUndefined();
      expect(state?.rows.map(({ id, position }) => [id, position])).toEqual(
        ['A', 'B', 'C', 'D', 'E', 'A', 'F'].map((id) => [id, undefined]),
      );
    } finally {
      database.close();
    }
    expect((await run('history', 'check', '--db', 'merged.db')).code).toBe(0);
  });

  it('is judged by its gates as a whole, and not in its parts', async () => {
    const gate = ['--min-pass-rate', '75'];
    const parts = [await shard(1, 2, ...gate), await shard(2, 2, ...gate)];
    expect(parts.map(({ code }) => code)).toEqual([0, 0]);
    expect(parts.map(({ stderr }) => stderr).join('')).toContain(
      'turntree: exit 0: 1 failed; "turntree merge" judges the whole run',
    );
    const met = await run('merge', 'part-1.db', 'part-2.db', '--db', 'gates.db');
    expect([met.code, met.stderr]).toEqual([
      0,
      'turntree: merged 2 shards, 7 cases: the pass rate reaches its threshold of 75%: 1 failed\n',
    ]);
    const strict = ['--min-pass-rate', '90'];
    for (const index of [1, 2]) await shard(index, 2, ...strict);
    const failed = await run('merge', 'part-1.db', 'part-2.db', '--db', 'gates.db');
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('below 90%');
  });

  it('is merged from exports, too, and from one history that has all parts', async () => {
    for (const index of [1, 2]) await run('test', suite, '--shard', `${index}/2`, '--db', 'one.db', '--no-output');
    const merged = await run('merge', 'one.db', '--db', 'of-one.db');
    expect(merged.stderr).toBe('turntree: merged 1 shard, 5 cases: 1 failed\n');
    await run('history', 'export', 'one.jsonl.gz', '--db', 'one.db');
    expect((await run('merge', 'one.jsonl.gz', '--db', 'of-export.db')).stderr).toBe(
      'turntree: merged 1 shard, 5 cases: 1 failed\n',
    );
  });

  it('counts the newest of a part that was run again, and says so', async () => {
    await shard(1, 2);
    await shard(2, 2);
    copyFileSync(inRoot('part-1.db'), inRoot('first-1.db'));
    await shard(1, 2);
    const { stderr, code } = await run('merge', 'first-1.db', 'part-1.db', 'part-2.db', '--db', 'again.db');
    expect(stderr).toContain('warning: shard 1/2 was run more than once: the newest one, in part-1.db, counts');
    expect(code).toBe(1);
  });

  it('leaves no part out and mixes no plans', async () => {
    await shard(1, 2);
    await shard(2, 2);
    const missing = await run('merge', 'part-2.db', '--db', 'bad.db');
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringContaining('shard 1/2 is missing: name the history of the machine that ran it'),
    ]);
    await run('test', suite, '--shard', '1/2', '--db', 'strange.db', '--no-output');
    const mixed = await run('merge', 'strange.db', 'part-2.db', '--db', 'bad.db');
    expect(mixed.stderr).toContain('strange.db and part-2.db are parts of different plans');
    await run('test', suite, '--db', 'unsplit.db', '--no-output');
    expect((await run('merge', 'unsplit.db', '--db', 'bad.db')).stderr).toContain(
      'unsplit.db has no run of "turntree test --shard"',
    );
    writeFileSync(inRoot('broken.db'), 'SQLite format 3\0 and nothing else');
    expect((await run('merge', 'broken.db', '--db', 'bad.db')).stderr).toContain('broken.db cannot be read');
    await run('test', suite, '-o', 'a-report.json', '-q');
    expect((await run('merge', 'part-1.db', 'a-report.json', '-o', 'x.json')).stderr).toContain(
      'part-1.db is a history, and others are reports',
    );
    expect(existsSync(inRoot('bad.db'))).toBe(false);
  });

  it('is merged from reports only when all of its parts are there, once', async () => {
    await shard(1, 2, '-o', 'first.json', '-o', 'first.jsonl');
    await shard(2, 2, '-o', 'second.json', '-o', 'second.jsonl');
    const whole = await run('merge', 'first.json', 'second.jsonl', '-o', 'parts.json');
    expect(whole.stderr).toBe('turntree: merged 2 reports, 7 cases: 1 failed\n');
    expect(JSON.parse(readText('parts.json')).metadata.options.shard).toBeUndefined();
    const refusals: readonly [string[], string][] = [
      [['first.jsonl'], 'shard 2/2 is missing: name the report of the machine that ran it'],
      [['second.json', 'first.json', 'first.jsonl'], 'shard 1/2 is in first.json and in first.jsonl'],
      [['first.json', 'strange.json'], 'first.json and strange.json are parts of different plans'],
      [['unsplit.json', 'first.json'], 'first.json is a part of a run, and unsplit.json is not'],
      [['first.json', 'cut.jsonl'], 'shard 2/2 was stopped (interrupted): cut.jsonl'],
    ];
    await run('test', suite, '--shard', '2/2', '--db', 'strange.db', '-o', 'strange.json', '-q');
    await run('test', suite, '--case', 'A', '--db', 'strange.db', '-o', 'unsplit.json', '-q');
    writeFileSync(inRoot('cut.jsonl'), readText('second.jsonl').split('\n').slice(0, 2).join('\n'));
    for (const [files, words] of refusals) {
      const { code, stderr } = await run('merge', ...files, '-o', 'refused.json');
      expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
    }
    expect(existsSync(inRoot('refused.json'))).toBe(false);
  });

  it('waits for a part that was stopped, which can go on', async () => {
    await shard(1, 2);
    await shard(2, 2);
    const part = openDatabase(inRoot('part-1.db'));
    const { runId = '' } = listRuns(part, { limit: 1 })[0] ?? {};
    part.sqlite.prepare("UPDATE runs SET status = 'cancelled' WHERE id = ?").run(runId);
    part.close();
    const stopped = await run('merge', 'part-1.db', 'part-2.db', '--db', 'bad.db');
    const again = `--resume ${runId} --db part-1.db`;
    expect(stopped.stderr).toContain(`shard 1/2 was stopped (cancelled): turntree test ${again} runs the rest of it`);
    await run('test', ...again.split(' '), '--no-output');
    const whole = await run('merge', 'part-1.db', 'part-2.db', '--db', 'resumed.db');
    expect(whole.stderr).toBe('turntree: merged 2 shards, 7 cases: 1 failed\n');
  });

  it('refuses a split that cannot be', async () => {
    expect((await run('test', suite, '--shard', '3/2')).stderr).toContain(
      '--shard takes a part and the number of parts, such as 2/4, got "3/2"',
    );
    expect((await run('test', suite, '--shard', '1/9')).stderr).toContain(
      '--shard 1/9: 5 cases cannot be split into 9',
    );
  });
});

/** Removes times, durations and ids, which differ between machines. */
function withoutTimes(report: string): string {
  return report
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '<time>')
    .replaceAll(/("?\w*(?:_ms|Ms|started_at|finished_at|duration\w*|time|at)"?[:=] ?"?)[\d.]+/gi, '$1<n>')
    .replaceAll(/(?:\d+m )?\b[\d.]+ ?(?:µs|ms|s)(?!\w)/g, '<n>');
}
