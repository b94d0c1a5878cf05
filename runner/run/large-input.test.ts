import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReplayAgent } from '../agents/replay/replay-agent.ts';
import { loadContextFile } from '../inputs/context-file.ts';
import { readCaseFile } from '../inputs/load-case-file.ts';
import { loadJsonc } from '../models/read-jsonc.ts';
import { writeFileWithEndlessLine } from '../testing/endless-file.ts';
import { loadConfig } from '../workspace/load-config.ts';
import { createStateReader } from '../workspace/state-files.ts';
import { readLines } from './stored/line-file.ts';
import { readFileNamedByUser } from './stored/read-report-file.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-large-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const endless = (name: string, before?: string): string => writeFileWithEndlessLine(folder, name, before);

describe('a line of 300 MB is refused with its place, and not read to its end, in', { tags: 'thorough' }, () => {
  it.each(['cases.jsonl', 'cases.csv'])('%s', async (name) => {
    const { problems } = await readCaseFile(endless(name), name);
    expect(problems).toMatchObject([
      { file: name, line: 2, message: expect.stringMatching(/^the line has more than/) },
    ]);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['a context', () => loadContextFile(endless('ctx.json'), 'ctx.json'), /^ctx\.json:2:1: the line has more/],
    [
      'a config',
      () => loadConfig({ root: path.dirname(endless('runner.config.json')), variables: {} }),
      /\.json:2:1: /,
    ],
    ['a connector', () => loadJsonc(endless('a.conn.yao')), /a\.conn\.yao:2:1: the line has more than 16 MB/],
    ['a report', () => readFileNamedByUser(endless('r.json'), folder, 'is no report', String), /is no report.*/],
  ])('%s', async (_, read, message) => {
    const error: unknown = await Promise.resolve()
      .then(read)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect(fullMessage(error)).toMatch(message);
    expect(fullMessage(error)).toContain('has more than');
  });

  it('recorded conversations', () => {
    endless('talks.jsonl');
    const entry = { type: 'replay' as const, file: 'talks.jsonl' };
    expect(() => createReplayAgent({ id: 'old', entry, root: folder })).toThrow(
      /talks\.jsonl:2:1: the line has more than 64 MB/,
    );
  });

  it('a state file, which is not read either when it never ends', () => {
    endless('state.json');
    expect(createStateReader(path.join(folder, 'cases.jsonl'), folder)('state.json')).toMatchObject({
      ok: false,
      message: expect.stringMatching(/cannot be read: state\.json:2:1: the line has more/),
    });
  });

  it('the lines of an exported history', async () => {
    const lines = readLines(endless('history.jsonl'));
    expect((await lines.next()).value).toBe('first');
    await expect(lines.next()).rejects.toThrow('the line has more than 128 MB');
  });
});

function fullMessage(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const details = 'details' in error && Array.isArray(error.details) ? error.details : [];
  return [...details, error.message].join('\n');
}
