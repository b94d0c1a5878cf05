import type { TestCase } from '../contract/index.ts';
import type { RunKind, RunKinds } from '../ports/index.ts';

const MAX_DEFAULT_PARALLEL = 10;

/** Returns the default number of parallel attempts: what the kinds of the cases allow, up to ten, otherwise one. */
export function computeDefaultParallel(suites: readonly { cases: readonly TestCase[] }[], kinds: RunKinds): number {
  const casesByKind = suites.flatMap(({ cases }) => [...Map.groupBy(cases, ({ kind }) => kind)]);
  const allowedParallel = casesByKind.reduce((sum, [name, cases]) => {
    const kind: RunKind = kinds[name];
    return sum + (kind.atOnce?.(cases) ?? 0);
  }, 0);
  return Math.max(1, Math.min(MAX_DEFAULT_PARALLEL, allowedParallel));
}
