import { describe, expect, expectTypeOf, it } from 'vitest';
import { type AttemptKey, attemptKey, type CaseKey, caseKey, parseCaseKey } from './keys.ts';

describe('keys', () => {
  it('have no place for a text that no function made', () => {
    expectTypeOf<string>().not.toExtend<CaseKey>();
    expectTypeOf<string>().not.toExtend<AttemptKey>();
    expectTypeOf<CaseKey>().not.toExtend<AttemptKey>();
    expectTypeOf<AttemptKey>().not.toExtend<CaseKey>();
    expectTypeOf(new Map<CaseKey, number>().get).parameter(0).toEqualTypeOf<CaseKey>();
  });

  it('of a case lead back to it', () => {
    const place = { suiteKey: 'tests/a b.jsonl', caseId: '"T1"\nand more' };
    expect(parseCaseKey(caseKey(place.suiteKey, place.caseId))).toEqual(place);
  });

  it('of an attempt are those that histories have', () => {
    expect(attemptKey({ suiteKey: 'tests/a.jsonl', caseId: 'T "1"', attempt: 2 })).toBe(
      String.raw`["tests/a.jsonl","T \"1\"",2]`,
    );
  });
});
