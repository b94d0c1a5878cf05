import { expect, it } from 'vitest';
import { createRowFinder } from './row-finder.ts';
import type { CaseRow } from './run-state.ts';

const attempts: CaseRow['attempts'] = [];
const row = (suiteKey: string, id: string): CaseRow => ({ suiteKey, id, kind: 'standard', hash: '', attempts });
const rows = ['a.jsonl', 'b.jsonl'].flatMap((key) => Array.from({ length: 200 }, (_, index) => row(key, `${index}`)));
const attemptIn = (suiteKey: string, caseId: string) => ({ suiteKey, caseId, attempt: 1 });

it('finds the rows of events in order, in reverse order, and in no order', () => {
  const places = rows.map(({ suiteKey, id }, position) => ({ ...attemptIn(suiteKey, id), position }));
  const scattered = places.toSorted((one, other) => ((one.position * 7919) % 400) - ((other.position * 7919) % 400));
  for (const ordered of [places, places.toReversed(), scattered]) {
    const finder = createRowFinder(() => rows);
    expect(ordered.map((attempt) => finder.find(attempt))).toEqual(ordered.map(({ position }) => position));
  }
});

it('keeps cases of the same id in different suites apart', () => {
  const same = [row('a.jsonl', 'x'), row('b.jsonl', 'x'), row('c.jsonl', 'x')];
  const finder = createRowFinder(() => same);
  expect(['c.jsonl', 'a.jsonl', 'b.jsonl'].map((key) => finder.find(attemptIn(key, 'x')))).toEqual([2, 0, 1]);
});

it('finds nothing for an unknown case, until its row is added', () => {
  const growingRows = [...rows];
  const finder = createRowFinder(() => growingRows);
  expect([finder.find(attemptIn('a.jsonl', 'new')), finder.find(attemptIn('c.jsonl', '1'))]).toEqual([
    undefined,
    undefined,
  ]);
  growingRows.push(row('a.jsonl', 'new'));
  finder.reset();
  expect(finder.find(attemptIn('a.jsonl', 'new'))).toBe(400);
});
