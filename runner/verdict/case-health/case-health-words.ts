import type { CaseHealth, CaseHealthState, CaseOutage } from '../../fold/index.ts';
import { formatPercent } from '../../values/index.ts';

/** Returns the display name of a case's state. During an outage, the state says nothing about the case itself. */
export function getCaseHealthName({ state, event }: Pick<CaseHealth, 'state' | 'event'>): CaseHealthState | 'outage' {
  return event === undefined ? state : 'outage';
}

/**
 * The pass rate from which a case counts as passing "always"; the smallest sample that proves this rate is 14 of 14.
 */
const ALWAYS_PASSES_RATE = 0.8;

type SteadinessClass = 'always_passes' | 'always_fails' | 'flaky' | 'unknown';

type MeasuredCaseHealth = Pick<CaseHealth, 'state' | 'passed' | 'judged' | 'bounds'>;

/** Returns whether the attempts prove that the case always passes or always fails. */
export function classifySteadiness({
  state,
  passed,
  judged,
  bounds: { low, high },
}: MeasuredCaseHealth): SteadinessClass {
  if (state === 'flaky') return 'flaky';
  if (judged === 0) return 'unknown';
  if (passed === judged && low >= ALWAYS_PASSES_RATE) return 'always_passes';
  return passed === 0 && high <= 1 - ALWAYS_PASSES_RATE ? 'always_fails' : 'unknown';
}

/**
 * Describes how steady a case is: `always passes (14 of 14)`, `3 of 3: could be anything above 37%`, `passed 9 of 14:
 * flaky`.
 */
export function describeSteadiness(standing: MeasuredCaseHealth): string {
  const { passed, judged, bounds } = standing;
  const ratio = `${passed} of ${judged}`;
  if (judged === 0) return 'never judged';
  switch (classifySteadiness(standing)) {
    case 'flaky':
      return `passed ${ratio}: flaky`;
    case 'always_passes':
      return `always passes (${ratio})`;
    case 'always_fails':
      return `always fails (${ratio} passed)`;
    default:
      if (passed === judged) return `${ratio}: could be anything above ${formatPercent(bounds.low)}`;
      return passed === 0 ? `${ratio}: could be anything below ${formatPercent(bounds.high)}` : `passed ${ratio}`;
  }
}

/**
 * Describes the state of a case: `broken since 18 Nov, broke again as on 10 Nov: 0 of 4: could be anything below 53%`.
 * `when` formats a time.
 */
export function describeCaseHealthSince(standing: CaseHealth, when: (ms: number) => string): string {
  const { state, since, again, event } = standing;
  const steadiness = describeSteadiness(standing);
  if (event !== undefined) return describeOutageSpan(event, when);
  if (since === undefined) return steadiness;
  const before = again === undefined ? '' : `, ${describeRepeatedBreak(again.startedAt, when)}`;
  return `${state} since ${when(since.startedAt)}${before}: ${steadiness}`;
}

export function describeRepeatedBreak(secondBreakAt: number, when: (ms: number) => string): string {
  return `broke again as on ${when(secondBreakAt)}`;
}

/** Describes an outage: `outage since 18 Nov: the infrastructure failed in 10 cases together`. */
export function describeOutageSpan({ from, over, reason, cases }: CaseOutage, when: (ms: number) => string): string {
  const span = over === undefined ? `since ${when(from.startedAt)}` : `of ${when(from.startedAt)}`;
  const what =
    reason === 'infra'
      ? `infrastructure failures hit ${cases} cases together`
      : `${cases} cases failed together and recovered`;
  return `outage ${span}: ${what}`;
}
