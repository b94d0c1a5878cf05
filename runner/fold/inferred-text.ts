import type { AssertionResult } from '../contract/index.ts';

/** Describes the inferred rules that an attempt breaks; undefined if it breaks none. All outputs use this text. */
export function describeBrokenInferredRules(results: readonly AssertionResult[] = []): string | undefined {
  const broken = results.filter(({ status }) => status !== 'passed');
  if (broken.length === 0) return undefined;
  const words = broken.map(({ type, expected, message }) =>
    type === 'checkpoint' ? `checkpoint ${JSON.stringify(expected)}: ${message ?? 'not reached'}` : (message ?? type),
  );
  return `inferred rules that are not accepted, so they cannot fail the case: ${words.join('; ')}`;
}
