import type { TestCase } from '../contract/index.ts';
import type { RunKind, RunKinds } from '../ports/index.ts';

const MOST_AT_ONCE = 10;

/** Default number of parallel attempts: one, or what the kinds of the cases allow, but at most ten. */
export function defaultParallel(suites: readonly { cases: readonly TestCase[] }[], kinds: RunKinds): number {
  const groups = suites.flatMap(({ cases }) => [...Map.groupBy(cases, ({ kind }) => kind)]);
  const together = groups.reduce((sum, [name, cases]) => {
    const kind: RunKind = kinds[name];
    return sum + (kind.atOnce?.(cases) ?? 0);
  }, 0);
  return Math.max(1, Math.min(MOST_AT_ONCE, together));
}
