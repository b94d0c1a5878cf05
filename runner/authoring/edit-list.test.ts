import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDocumentCheck } from './check-document.ts';
import type { DocumentCase } from './document.ts';
import {
  createAddCasesEdits,
  createDeleteCaseEdits,
  createDuplicateCaseEdits,
  createMoveCaseEdits,
  createSkipCaseEdits,
} from './edit-list.ts';
import { applyEdits } from './text-edit.ts';

const textBetweenCases = fc.constantFrom('', '\n', '// a comment\n', '   \n', '// {"id": "no case"}\n\n');

/** Returns a case with this number, in one of several layouts. */
const spelling = fc.constantFrom(
  (id: string) => `{"id":"${id}","input":"hi"}`,
  (id: string) => `  { "input" : "hi", "id": "${id}", "metadata": {"score": 1.0} }`,
  (id: string) => `{\n  "id": "${id}",\n  // why\n  "input": "a\\u0062",\n  "skip": true\n}`,
);

const files = fc
  .record({
    cases: fc.array(fc.tuple(textBetweenCases, spelling), { minLength: 1, maxLength: 6 }),
    mark: fc.constantFrom('', '\ufeff'),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    closed: fc.boolean(),
  })
  .map(({ cases, mark, lineEnd, closed }) => {
    const lines = cases.map(([before, spell], position) => `${before}${spell(`c${position}`)}`).join('\n');
    return mark + `${lines}${closed ? '\n' : ''}`.replaceAll('\n', lineEnd);
  });

function listCases(text: string): DocumentCase[] {
  const { cases, problems } = createDocumentCheck({ file: 'tests/a.jsonl' }).check(text);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return cases;
}

const listIds = (text: string): string[] => listCases(text).map(({ id }) => id);
const parseList = (text: string) => ({ text, cases: listCases(text) });
const pickCase = (cases: readonly DocumentCase[], choice: number): DocumentCase => {
  const picked = cases[choice % cases.length];
  if (picked === undefined) throw new Error('a file of the test has cases');
  return picked;
};

describe('edits of the list of cases', () => {
  it('put a copy with an id of its own behind a case, and leave all else as it is', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(files, fc.nat(9), (text, choice) => {
        const list = parseList(text);
        const original = pickCase(list.cases, choice);
        const { edits, id } = createDuplicateCaseEdits(list, original);
        const after = applyEdits(text, edits);
        expect(listIds(after)).toEqual(
          list.cases.flatMap((existing) => (existing === original ? [existing.id, id] : [existing.id])),
        );
        const copy = pickCase(listCases(after), original.index + 1);
        expect(after.slice(copy.from, copy.to)).toBe(
          text.slice(original.from, original.to).replace(`"${original.id}"`, `"${id}"`),
        );
        const remainder = after.slice(0, copy.from) + after.slice(copy.to);
        expect(remainder.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });

  it('add cases at the end or behind one, under ids that are free', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(files, fc.option(fc.nat(9)), (text, choice) => {
        const list = parseList(text);
        const after = choice === null ? undefined : pickCase(list.cases, choice);
        const { edits, id } = createAddCasesEdits(
          list,
          [
            { id: 'c0', input: 'x' },
            { id: 'fresh', input: 'y' },
          ],
          after,
        );
        const result = applyEdits(text, edits);
        expect(id).toBe('fresh');
        const ids = listIds(result);
        const place = (after ?? pickCase(list.cases, list.cases.length - 1)).index + 1;
        expect(ids.toSpliced(place, 2)).toEqual(list.cases.map((listedCase) => listedCase.id));
        expect(result.includes('\r\n') ? /[^\r]\n/.test(result) : false).toBe(
          /[^\r]\n/.test(text) && text.includes('\r'),
        );
      }),
    );
    expect(applyEdits('', createAddCasesEdits({ text: '', cases: [] }, [{ id: 'a', input: 'x' }]).edits)).toBe(
      '{"id": "a", "input": "x"}\n',
    );
  });

  it('move cases, not what stands between them', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(files, fc.nat(9), fc.nat(9), (text, first, second) => {
        const list = parseList(text);
        const [from, to] = [first % list.cases.length, second % list.cases.length];
        const after = applyEdits(text, createMoveCaseEdits(list, { from, to }));
        const ids = list.cases.map(({ id }) => id);
        expect(listIds(after)).toEqual(ids.toSpliced(from, 1).toSpliced(to, 0, pickCase(list.cases, from).id));
        expect(listGaps(after)).toEqual(listGaps(text));
        expect(applyEdits(after, createMoveCaseEdits(parseList(after), { from: to, to: from }))).toBe(text);
      }),
    );
  });

  it('take a case out with its line, and no other byte', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(files, fc.nat(9), (text, choice) => {
        const list = parseList(text);
        const removedCase = pickCase(list.cases, choice);
        const after = applyEdits(text, createDeleteCaseEdits(list, removedCase));
        const source = text.slice(removedCase.from, removedCase.to);
        expect(after.replace(/\s/g, '')).toBe(text.replace(source, '').replace(/\s/g, ''));
        if (list.cases.length > 1)
          expect(listIds(after)).toEqual(list.cases.flatMap(({ id }) => (id === removedCase.id ? [] : [id])));
      }),
    );
    const text = '// first\n{"id": "a", "input": "x"}\n{"id": "b", "input": "x"}\n';
    expect(applyEdits(text, createDeleteCaseEdits(parseList(text), pickCase(listCases(text), 0)))).toBe(
      '// first\n{"id": "b", "input": "x"}\n',
    );
  });

  it('leave a case out of runs and take it in again', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(files, fc.nat(9), (text, choice) => {
        const before = pickCase(listCases(text), choice);
        const once = applyEdits(text, createSkipCaseEdits(parseList(text), before));
        expect(pickCase(listCases(once), choice).skip).toBe(!before.skip);
        if (before.skip) return;
        expect(applyEdits(once, createSkipCaseEdits(parseList(once), pickCase(listCases(once), choice)))).toBe(text);
      }),
    );
  });

  it('keep a second object on the line of a case apart', () => {
    const text = '{"id": "a", "input": "x"} {"id": "b", "input": "x"}\n';
    const cases = createDocumentCheck({ file: 'tests/a.jsonl' }).check(text).cases;
    const list = { text, cases };
    const { edits } = createAddCasesEdits(list, [{ id: 'new', input: 'x' }], cases[0]);
    expect(applyEdits(text, edits)).toContain('{"id": "new", "input": "x"}\n');
  });
});

/** Returns the text before, between and after the cases. */
function listGaps(text: string): string[] {
  const cases = listCases(text);
  return [0, ...cases.map(({ to }) => to)].map((end, position) => text.slice(end, cases[position]?.from));
}
