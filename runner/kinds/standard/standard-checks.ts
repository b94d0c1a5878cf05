import type { AssertionResult, CaseStatus, StandardCase } from '../../contract/index.ts';

/**
 * Returns the assertions of a case: those in `assert` if there are any; otherwise `expected` means equality; with
 * neither, any answer passes.
 */
export function resolveAssertions({
  assertions,
  expected,
}: Pick<StandardCase, 'assertions' | 'expected'>): StandardCase['assertions'] {
  if (assertions.length > 0 || expected === undefined || expected === null) return assertions;
  return [{ type: 'equals', value: expected }];
}

/** Returns the messages of the failed checks as one text. */
export function formatComplaints(results: readonly AssertionResult[]): string {
  return results
    .filter(({ status }) => status !== 'passed')
    .map(({ type, message }) => message ?? type)
    .join('; ');
}

export function computeOverallStatus(results: readonly Pick<AssertionResult, 'status'>[]): CaseStatus {
  if (results.some((result) => result.status === 'error')) return 'error';
  return results.some((result) => result.status === 'failed') ? 'failed' : 'passed';
}
