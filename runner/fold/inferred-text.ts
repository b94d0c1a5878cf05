import type { AssertionResult } from '../contract/index.ts';

/** Names the inferred rules that an attempt breaks; the same text in every output. Undefined if it breaks none. */
export function describeBrokenInferredRules(results: readonly AssertionResult[] = []): string | undefined {
  const broken = results.filter(({ status }) => status !== 'passed');
  if (broken.length === 0) return undefined;
  const words = broken.map(({ type, expected, message }) =>
    type === 'checkpoint' ? `checkpoint ${JSON.stringify(expected)}: ${message ?? 'not reached'}` : (message ?? type),
  );
  return `inferred rules that are not accepted, so they cannot fail the case: ${words.join('; ')}`;
}
