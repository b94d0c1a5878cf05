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
    const caseAddress = { suiteKey: 'tests/a b.jsonl', caseId: '"T1"\nand more' };
    expect(parseCaseKey(caseKey(caseAddress.suiteKey, caseAddress.caseId))).toEqual(caseAddress);
  });

  it('of an attempt are those that histories have', () => {
    expect(attemptKey({ suiteKey: 'tests/a.jsonl', caseId: 'T "1"', attempt: 2 })).toBe(
      String.raw`["tests/a.jsonl","T \"1\"",2]`,
    );
  });
});
