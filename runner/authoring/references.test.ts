import { describe, expect, it } from 'vitest';
import { createDocumentCheck } from './check-document.ts';
import { type CaseReference, createReferenceKey, type ReferenceProblem } from './references.ts';

const text = [
  '{"id":"a","input":"x","options":{"connector":"gpt"},"assert":{"type":"agent","use":"judge"}}',
  '{"id":"b","input":"x","before":"env.Before"}',
  '{"id":"c","simulator":{"use":"sim"},"checkpoints":[{"id":"p","assert":{"type":"script","script":"scripts.a.B"}}]}',
  '{"id":"d","input":{"content":[{"type":"image","source":"file://a.png"}]}}',
].join('\n');

describe('what cases name outside of their file', () => {
  it('is listed with each part of the text', () => {
    const { entries } = createDocumentCheck({ file: 's.jsonl' }).readParts(text);
    expect(entries.map(({ references }) => references.map(createReferenceKey))).toEqual([
      ['connector gpt', 'validator judge'],
      ['hook env.Before'],
      ['simulator sim', 'function scripts.a.B'],
      ['attachment a.png'],
    ]);
  });

  it('is a problem at its place once it is known to be missing, and no longer when it is there', () => {
    const problemsByKey = new Map<string, ReferenceProblem>();
    const document = createDocumentCheck({
      file: 's.jsonl',
      checkReference: (reference) => problemsByKey.get(createReferenceKey(reference)),
    });
    const isJudge = (reference: CaseReference): boolean => reference.name === 'judge';
    expect(document.check(text).problems).toEqual([]);
    problemsByKey.set('validator judge', { message: 'no such agent', suggestion: 'judges' });
    document.recheckEntries(isJudge);
    const [problem] = document.check(text).problems;
    expect(problem).toMatchObject({ line: 1, message: 'no such agent', suggestion: 'judges' });
    expect(text.slice(problem?.from, problem?.to)).toBe('"judge"');
    expect(problem?.fixes.map(({ title }) => title)).toEqual(['Change to "judges"']);
    problemsByKey.clear();
    document.recheckEntries(isJudge);
    expect(document.check(text).problems).toEqual([]);
  });
});
