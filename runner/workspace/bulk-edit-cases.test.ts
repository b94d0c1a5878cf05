import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { JudgeExample } from '../contract/index.ts';
import { bulkEditCases, type QuarantineOrTagChange } from './bulk-edit-cases.ts';

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

describe('bulkEditCases', () => {
  it.each<[QuarantineOrTagChange, string[], string[]]>([
    [{ kind: 'quarantine', on: true }, ['{"id": "a",  "input": "hi",  "quarantine": true}', b, c], ['a']],
    [{ kind: 'quarantine', on: false }, [a, b, '{"id": "c", "input": "hi"}'], ['c']],
    [{ kind: 'tag', tag: 'slow', on: true }, ['{"id": "a",  "input": "hi",  "tags": ["slow"]}', b, c], ['a']],
    [{ kind: 'tag', tag: 'slow', on: false }, [a, '{"id": "b", "input": "مرحبا 👋"}', c], ['b']],
  ])('%j changes only cases that need it, and keeps the rest byte for byte', async (change, lines, ids) => {
    const after = writeCases(...lines);
    writeCases(a, b, c);
    const caseIds = change.kind === 'quarantine' ? ['a', 'c'] : ['a', 'b'];
    expect(await bulkEditCases({ workspace, suiteKey, caseIds, change })).toEqual(ids);
    expect(readText()).toBe(after);
    expect(await bulkEditCases({ workspace, suiteKey, caseIds, change })).toEqual([]);
  });

  it('appends a tag to the others', async () => {
    writeCases(b);
    await bulkEditCases({ workspace, suiteKey, caseIds: ['b'], change: { kind: 'tag', tag: 'new', on: true } });
    expect(readText()).toContain('"tags": ["slow", "new"]');
  });

  it('gives examples to the only judge of a case, each quote once', async () => {
    const judgedCase =
      '{"id": "j", "assert": [{"type": "contains", "value": "a"}, {"type": "agent", "value": "polite"}]}';
    writeCases(judgedCase, a);
    const [curt, kind] = [
      { quote: 'مرحبا', verdict: 'bad', note: 'curt' },
      { quote: 'Hello, dear!', verdict: 'good' },
    ] as const;
    const addExamples = (examples: readonly JudgeExample[], ...caseIds: string[]) =>
      bulkEditCases({ workspace, suiteKey, caseIds, change: { kind: 'examples', examples } });
    expect(await addExamples([curt], 'j')).toEqual(['j']);
    expect(await addExamples([curt, kind], 'j')).toEqual(['j']);
    expect(await addExamples([curt], 'j')).toEqual([]);
    const [line = ''] = readText().split('\r\n').slice(1);
    expect(JSON.parse(line).assert[1]).toEqual({ type: 'agent', value: 'polite', examples: [curt, kind] });
    await expect(addExamples([kind], 'j', 'a')).rejects.toThrow('"a" has no judge in `assert`');
    const manyExamples = Array.from({ length: 19 }, (_, index) => ({ quote: `q${index}`, verdict: 'good' as const }));
    await expect(addExamples(manyExamples, 'j')).rejects.toThrow('has 2 examples, and 20 at most. Tick 18 or fewer.');
  });

  it('refuses a case that is gone, and changes none', async () => {
    const before = writeCases(a);
    const change = { kind: 'quarantine', on: true } as const;
    await expect(bulkEditCases({ workspace, suiteKey, caseIds: ['a', 'gone'], change })).rejects.toThrow(
      'has no case "gone" any more',
    );
    expect(readText()).toBe(before);
  });
});
