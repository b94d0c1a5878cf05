import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type CaseMark, markCases } from './mark-cases.ts';

const workspace = mkdtempSync(path.join(os.tmpdir(), 'turntree-marks-'));
mkdirSync(path.join(workspace, 'tests'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

const suiteKey = 'tests/marks.jsonl';
const [a, b, c] = [
  '{"id": "a",  "input": "hi"}',
  '{"id": "b", "input": "مرحبا 👋", "tags": ["slow"]}',
  '{"id": "c", "input": "hi", "quarantine": true}',
];

function writeCases(...lines: string[]): string {
  const text = `\ufeff// ours\r\n${lines.join('\r\n')}`;
  writeFileSync(path.join(workspace, suiteKey), text);
  return text;
}

const readText = (): string => readFileSync(path.join(workspace, suiteKey), 'utf8');

describe('markCases', () => {
  it.each<[CaseMark, string[], string[]]>([
    [{ kind: 'quarantine', on: true }, ['{"id": "a",  "input": "hi",  "quarantine": true}', b, c], ['a']],
    [{ kind: 'quarantine', on: false }, [a, b, '{"id": "c", "input": "hi"}'], ['c']],
    [{ kind: 'tag', tag: 'slow', on: true }, ['{"id": "a",  "input": "hi",  "tags": ["slow"]}', b, c], ['a']],
    [{ kind: 'tag', tag: 'slow', on: false }, [a, '{"id": "b", "input": "مرحبا 👋"}', c], ['b']],
  ])('%j changes only cases that need it, and keeps the rest byte for byte', async (mark, lines, ids) => {
    const after = writeCases(...lines);
    writeCases(a, b, c);
    const caseIds = mark.kind === 'quarantine' ? ['a', 'c'] : ['a', 'b'];
    expect(await markCases({ workspace, suiteKey, caseIds, mark })).toEqual(ids);
    expect(readText()).toBe(after);
    expect(await markCases({ workspace, suiteKey, caseIds, mark })).toEqual([]);
  });

  it('appends a tag to the others', async () => {
    writeCases(b);
    await markCases({ workspace, suiteKey, caseIds: ['b'], mark: { kind: 'tag', tag: 'new', on: true } });
    expect(readText()).toContain('"tags": ["slow", "new"]');
  });

  it('refuses a case that is gone, and changes none', async () => {
    const before = writeCases(a);
    const mark = { kind: 'quarantine', on: true } as const;
    await expect(markCases({ workspace, suiteKey, caseIds: ['a', 'gone'], mark })).rejects.toThrow(
      'has no case "gone" any more',
    );
    expect(readText()).toBe(before);
  });
});
