import type { CaseResult, TestCase } from '../contract/index.ts';

type CaseFacts = Pick<CaseResult, 'id' | 'hash' | 'kind' | 'name' | 'tags' | 'test' | 'input' | 'metadata'>;

/** What a result says of its case, however the attempt went. */
export function caseFacts(testCase: TestCase): CaseFacts {
  const { id, hash, kind, name, tags, input, metadata } = testCase;
  return {
    id,
    hash,
    kind,
    ...(name === undefined ? {} : { name }),
    ...(tags === undefined || tags.length === 0 ? {} : { tags }),
    ...(kind === 'consistency' ? { test: testCase.test } : {}),
    ...(input === undefined ? {} : { input }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}
