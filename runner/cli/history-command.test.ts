import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'assistants/echo/tests/cases.jsonl';
const first = '019a0000-0000-7000-8000-00000000000a';
const second = '019a1111-0000-7000-8000-00000000000b';
let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });
const inside = (file: string) => path.join(workspace.root, file);
const history = () => inside('.runner/history.db');
const lastLine = ({ stderr }: CliResult) => stderr.trimEnd().split('\n').at(-1);

beforeEach(async () => {
  workspace = createEchoWorkspace();
  const long = 'a long text '.repeat(400);
  workspace.write(
    suite,
    Array.from({ length: 40 }, (_, place) => ({ id: `C${place}`, input: `${long}${place}` })),
  );
  await run('test', suite, '--run-id', first, '--no-output', '-q');
});
afterEach(() => workspace.remove());

describe('turntree history', () => {
  it('says how large the history is', async () => {
    const { code, stdout } = await run('history', 'info');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^History: {2}.*history\.db\nSize: {5}.* [KM]B(?: \(.* reclaimable: .*\))?\nRuns: {5}1\nAttempts: 40\nFrom: /,
    );
    const figures = JSON.parse((await run('history', 'info', '--format', 'json')).stdout);
    expect(figures).toMatchObject({ file: history(), runs: 1, attempts: 40, deletedRuns: 0 });
  });

  it('exports and imports runs, plain, compressed and on standard output', async () => {
    await run('test', suite, '--run-id', second, '--no-output', '-q');
    expect((await run('history', 'export', 'all.jsonl')).stdout).toBe('2 runs in all.jsonl\n');
    expect((await run('history', 'export', 'one.jsonl.gz', '019a1')).stdout).toBe('1 run in one.jsonl.gz\n');
    const { stdout } = await run('history', 'export', '-', '019a1');
    const withoutDate = (text: string) => text.replace(/"exportedAt":"[^"]*"/, '');
    expect(withoutDate(gunzipSync(readFileSync(inside('one.jsonl.gz'))).toString())).toBe(withoutDate(stdout));
    const other = ['--db', 'other.db'];
    expect((await run('history', 'import', 'one.jsonl.gz', ...other)).stdout).toBe('1 run added, 0 already present\n');
    expect((await run('history', 'import', 'all.jsonl', ...other)).stdout).toBe('1 run added, 1 already present\n');
    const [here, there] = [await run('show', 'latest'), await run('show', 'latest', ...other)];
    expect(there.stdout).toBe(here.stdout);
  });

  it('says which word is missing or too many', async () => {
    expect((await run('history', 'export')).stderr).toContain('name the file: turntree history export runs.jsonl.gz');
    expect((await run('history', 'vacuum', 'x')).stderr).toContain('turntree history vacuum takes no file, got "x"');
    expect((await run('history', 'tidy')).stderr).toContain("<action> cannot be 'tidy'");
    expect((await run('history', 'import', 'nowhere.jsonl')).stderr).toContain('there is no file nowhere.jsonl');
    expect((await run('history', 'info', '--db', 'none.db')).stderr).toContain('there is no history at');
    expect(existsSync(inside('none.db'))).toBe(false);
  });

  it('leaves no half file where it cannot write one', async () => {
    workspace.write('folder.jsonl/x', '');
    expect((await run('history', 'export', 'folder.jsonl')).code).toBe(1);
    expect(readdirSync(workspace.root).filter((name) => name.includes('partial'))).toEqual([]);
  });
});

describe('turntree prune', () => {
  it('says what would go, then removes it and gives the room back', async () => {
    await run('test', suite, '--run-id', second, '--no-output', '-q');
    const dry = await run('prune', '--keep', '1', '--dry-run');
    expect(dry.stdout).toMatch(new RegExp(`^${first} .*cases.jsonl\n1 run would be removed; nothing was changed\n$`));
    const before = statSync(history()).size;
    const { code, stdout } = await run('prune', '--keep', '1', '--vacuum');
    expect(code).toBe(0);
    expect(stdout).toMatch(/1 run removed\n.* before, .* now\n$/);
    expect(statSync(history()).size).toBeLessThan(before);
    expect((await run('show', first)).code).toBe(1);
    expect((await run('show', second)).code).toBe(0);
  });

  it('removes nothing that nobody asked for', async () => {
    expect((await run('prune')).stdout).toBe('0 runs removed\n');
    expect((await run('prune', '--older-than', '1h')).stdout).toBe('0 runs removed\n');
    expect(lastLine(await run('prune', '--older-than', '90'))).toBe(
      'turntree: --older-than takes an age such as 90d, 12w or 36h, got "90"',
    );
  });
});

describe('a damaged history', () => {
  const damages: [name: string, damage: (file: string) => void][] = [
    ['no database', (file) => writeFileSync(file, 'notes of somebody '.repeat(500))],
    ['cut off', (file) => truncateSync(file, 4096 * 5)],
    [
      'overwritten in the middle',
      (file) => {
        const bytes = readFileSync(file);
        bytes.fill('garbage ', 4096, bytes.length - 4096);
        writeFileSync(file, bytes);
      },
    ],
  ];

  it.each(damages)('that is %s is told, kept as it is, and replaced when asked', async (_, damage) => {
    openDatabase(history()).sqlite.pragma('wal_checkpoint(TRUNCATE)');
    damage(history());
    const bytes = readFileSync(history());
    for (const command of [
      ['show', 'latest'],
      ['test', suite, '--no-output', '-q'],
      ['prune', '--keep', '1'],
    ]) {
      const { code, stderr } = await run(...command);
      expect({ command, code, stderr: stderr.includes('is damaged: ') }).toEqual({ command, code: 1, stderr: true });
      expect(stderr).toContain('turntree history reset');
      expect(stderr).not.toContain('    at ');
    }
    expect((await run('history', 'check')).code).toBe(1);
    expect((await run('history', 'export', 'none.jsonl')).code).toBe(1);
    expect(readFileSync(history()).equals(bytes)).toBe(true);

    const reset = await run('history', 'reset');
    expect(reset.code).toBe(0);
    const backupPath = /kept as (.*)\n$/.exec(reset.stdout)?.[1] ?? '';
    expect(readFileSync(backupPath).equals(bytes)).toBe(true);
    expect((await run('test', suite, '--no-output', '-q')).code).toBe(0);
    expect((await run('history', 'check')).stdout).toBe('The history is intact.\n');
  });

  it('gives away the runs that can still be read', async () => {
    const whole = openDatabase(history());
    whole.sqlite.exec('CREATE TABLE other (id)');
    const page = Number(whole.sqlite.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'other'").pluck().get());
    whole.sqlite.pragma('wal_checkpoint(TRUNCATE)');
    whole.close();
    const bytes = readFileSync(history());
    writeFileSync(history(), bytes.fill(0xff, (page - 1) * 4096, page * 4096));
    expect((await run('show', 'latest')).stderr).toContain('is damaged: ');
    expect((await run('history', 'export', 'saved.jsonl')).stdout).toBe('1 run in saved.jsonl\n');
    expect((await run('history', 'check')).code).toBe(1);
    expect(readFileSync(history()).equals(bytes)).toBe(true);
    expect((await run('history', 'reset')).code).toBe(0);
    expect((await run('history', 'import', 'saved.jsonl')).stdout).toBe('1 run added, 0 already present\n');
  });

  it('is told when its folder is not a folder', async () => {
    workspace.write('file', 'x');
    const { code, stderr } = await run('test', suite, '--no-output', '-q', '--db', 'file/history.db');
    expect(code).toBe(1);
    expect(stderr).toContain('file/history.db cannot be used: ');
    expect(stderr).toContain('--no-history');
  });
});
