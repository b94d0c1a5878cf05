import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const secret = 'sk-canary-0123456789';
const snapshotFile = 'cases.snapshots.yml';
let root: string;

beforeEach(async () => {
  root = await createTemporaryWorkspace({
    'agent.ts': `let asked = 0;
export default ({ input }) => {
  asked += 1;
  if (input === 'count') return 'answer ' + asked;
  if (input === 'nothing') return '';
  if (input === 'data') return { content: 'Booked.', next: { seats: 2, at: [1, null] } };
  return 'Dear ' + input + ',\\n\\nyour key is ' + 'sk-canary-0123456789' + '.\\n';
};`,
    'runner.config.json': JSON.stringify({ agents: { desk: { type: 'module', path: 'agent.ts', isolate: 'suite' } } }),
  });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const snapshot = { type: 'snapshot' };
const letter = { id: 'letter', input: 'Ada', assert: snapshot };

/** Runs the suite without flags that update snapshots, as CI does. */
async function run(cases: readonly object[], ...flags: string[]) {
  writeFileSync(path.join(root, 'cases.jsonl'), cases.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const words = ['test', 'cases.jsonl', '-n', 'desk', '-o', 'report.json', '-o', 'report.md', ...flags];
  const ended = await runCli(words, { cwd: root, variables: { MODEL_KEY: secret, CI: 'true' } });
  const report = path.join(root, 'report.json');
  return { ...ended, results: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).results : [] };
}

function readText(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

describe('a snapshot', () => {
  it('that is missing is a failure that says which command writes it, and nothing is written', async () => {
    const { code, stdout, results } = await run([letter]);
    expect(code).toBe(1);
    const command = 'npx turntree test cases.jsonl -n desk --case letter --update-snapshots';
    expect(results).toMatchObject([{ status: 'failed', assertions: [{ type: 'snapshot', status: 'failed' }] }]);
    for (const text of [stdout, readText('report.md'), results[0].assertions[0].message]) {
      expect(text).toContain(command);
      expect(text).toContain(`there is no snapshot "output" in ${snapshotFile}`);
    }
    expect(existsSync(path.join(root, snapshotFile))).toBe(false);
  });

  it('is written by --update-snapshots, to be read by people, without secrets; later runs are compared with it', async () => {
    const data = {
      id: 'data',
      input: 'data',
      assert: [snapshot, { ...snapshot, path: '$.seats' }, { ...snapshot, name: 'again' }],
    };
    const updateRun = await run([letter, data], '--update-snapshots', '--parallel', '2');
    expect(updateRun).toMatchObject({ code: 0 });
    expect(updateRun.stderr).toContain(`wrote 4 snapshots to ${snapshotFile}`);
    expect(updateRun.results[0].warnings).toEqual([
      `the snapshot "output" was written to ${snapshotFile}; read it, because later runs only compare with this answer, right or wrong`,
    ]);
    expect(
      readText(snapshotFile),
    ).toBe(`# Answers of cases.jsonl that a person has accepted. "test --update-snapshots" writes them.
data:
  $.seats: 2
  again:
    seats: 2
    at:
      - 1
      - null
  output:
    seats: 2
    at:
      - 1
      - null
letter:
  output: |
    Dear Ada,

    your key is [redacted].
`);
    const { code, results, stderr } = await run([letter, data]);
    expect({ code, warnings: results[0].warnings }).toEqual({ code: 0, warnings: undefined });
    expect(stderr).not.toContain('wrote');
  });

  it('that holds nothing is told of when it is written', async () => {
    const rows = { id: 'rows', input: 'data', assert: { ...snapshot, path: '$.at[*].row' } };
    const { results } = await run([rows], '--update-snapshots');
    expect(results[0].warnings).toEqual([
      `the snapshot "$.at[*].row" was written to ${snapshotFile}; the snapshot is empty, so check its "path"`,
    ]);
  });

  it('is not equal to another answer, and says how to keep that one', async () => {
    await run([letter], '--update-snapshots');
    const { code, results } = await run([{ ...letter, input: 'Bob' }]);
    expect(code).toBe(1);
    expect(results[0].assertions).toMatchObject([
      {
        expected: 'Dear Ada,\n\nyour key is [redacted].\n',
        actual: 'Dear Bob,\n\nyour key is [redacted].\n',
        message: expect.stringMatching(
          / in cases\.snapshots\.yml, got .* if the new answer is right, save it with npx /,
        ),
      },
    ]);
    const kinds = await run([{ ...letter, input: 'Bob' }], '--update-snapshots');
    expect(kinds.code).toBe(0);
    expect(readText(snapshotFile)).toContain('Dear Bob');
  });

  it('of other cases is kept when one is written anew', async () => {
    await run([letter, { ...letter, id: 'other' }], '--update-snapshots');
    await run(
      [
        { ...letter, input: 'Bob' },
        { ...letter, id: 'other', input: 'Bob' },
      ],
      '--update-snapshots',
      '--case',
      'letter',
    );
    expect(readText(snapshotFile)).toMatch(
      /letter:\n {2}output: \|\n {4}Dear Bob,[\s\S]*other:\n {2}output: \|\n {4}Dear Ada,/,
    );
  });

  it('that no case asks for any more goes with the next whole update, and one that is the same is not written', async () => {
    await run([letter, { ...letter, id: 'other' }], '--update-snapshots');
    const part = await run([letter], '--update-snapshots', '--case', 'letter');
    expect(part.results[0].warnings).toBeUndefined();
    expect(part.stderr).not.toMatch(/wrote|removed/);
    const whole = await run([letter], '--update-snapshots');
    expect(whole.stderr).toContain(`removed 1 snapshot without a case from ${snapshotFile}`);
    expect(readText(snapshotFile)).not.toContain('other');
    await run([{ id: 'letter', input: 'Ada' }], '--update-snapshots');
    expect(existsSync(path.join(root, snapshotFile))).toBe(false);
  });

  it('of a turn, and of the end of a conversation, stays as long as it is asked for', async () => {
    const named = { ...snapshot, name: 'first' };
    const talk = { id: 'talk', turns: [{ input: 'Ada', assert: named }, 'Bob'], assert: snapshot };
    expect((await run([talk], '--update-snapshots')).stderr).not.toContain('removed');
    expect(readText(snapshotFile)).toMatch(/first: \|\n {4}Dear Ada,[\s\S]*output: \|\n {4}Dear Bob,/);
    expect((await run([talk])).code).toBe(0);
  });

  it('of the first attempt is what the others of the run are compared with', async () => {
    const { code, results } = await run(
      [{ id: 'c', input: 'count', assert: snapshot }],
      '--update-snapshots',
      '--runs',
      '2',
    );
    expect(code).toBe(1);
    expect(results[0]).toMatchObject({ passed: 1, failed: 1 });
  });

  it('is never that of no answer', async () => {
    const { code } = await run([{ id: 'n', input: 'nothing', assert: snapshot }], '--update-snapshots');
    expect(code).toBe(1);
    expect(existsSync(path.join(root, snapshotFile))).toBe(false);
  });

  it('of a file that was broken by hand is an error with its line', async () => {
    writeFileSync(path.join(root, snapshotFile), 'letter:\n  - a\n');
    const { results } = await run([letter]);
    expect(results[0]).toMatchObject({ status: 'error' });
    expect(results[0].assertions[0].message).toContain(`${snapshotFile}:2:3: `);
  });
});
