import type { AgentPartName, RateChange } from '../contract/index.ts';
import { formatDecimalPercent, pluralizeNoun } from '../values/index.ts';
import { findInformativeBounds } from './statistics/odds-ratio-conversion.ts';

/** Describes how scores changed: `score 0.990 → 0.810 of 8 cases: really worse: unlikely to be chance (p = 0.0078)`. */
export function describeScoreChange({ cases, before, after, evidence }: NonNullable<RateChange['scores']>): string {
  return `score ${before.toFixed(3)} → ${after.toFixed(3)} of ${cases} ${pluralizeNoun(cases, 'case')}: ${evidence.words}`;
}

/**
 * Describes how the pass rate changed: `75.0% → 50.0% of 80 cases: really worse: unlikely to be chance (p = 0.01); the
 * true drop is likely 8.0 to 41.0 points`. The interval is left out if there is too little evidence.
 */
export function describeRateChange({ cases, edited, before, after, interval, evidence, ...rest }: RateChange): string {
  const { bestOf, looks, agentChanged, scores } = rest;
  const remarks = [
    bestOf === undefined
      ? ''
      : `; the earlier run had the highest pass rate of ${bestOf} complete runs of this suite and agent`,
    looks === undefined ? '' : `; the ${formatOrdinalNumber(looks)} run compared with it`,
    edited === 0 ? '' : `; ${edited} edited ${pluralizeNoun(edited, 'case')} left out`,
    agentChanged === undefined ? '' : `; ${describeChangedParts(agentChanged)}`,
  ].join('');
  if (cases === 0) return `no case in common${remarks}`;
  // If all cases have scores, the scores are compared, and not the pass rates.
  if (scores?.cases === cases) return `${describeScoreChange(scores)}${remarks}`;
  const [oldRate, newRate] = [before.passed / before.judged, after.passed / after.judged];
  const isInconclusive = evidence.verdict === 'none' || evidence.verdict === 'too_few';
  const size = isInconclusive ? '' : describeLikelyRange(interval, before);
  return `${formatDecimalPercent(oldRate)} → ${formatDecimalPercent(newRate)} of ${cases} ${pluralizeNoun(cases, 'case')}: ${evidence.words}${size}${scores === undefined ? '' : `; ${describeScoreChange(scores)}`}${remarks}`;
}

function formatOrdinalNumber(index: number): string {
  const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
  return `${index}${endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(index)] ?? 'th'}`;
}

/** Describes changed parts of agents: `agent changed (prompts, model)`. */
export function describeChangedParts(parts: readonly AgentPartName[]): string {
  return `agent changed (${parts.join(', ')})`;
}

/**
 * Describes how large the change probably is. If an end of the interval corresponds to a rate of 0 or 1, it carries no
 * information and is left out.
 */
function describeLikelyRange(interval: RateChange['interval'], before: RateChange['before']): string {
  const bounded = findInformativeBounds(interval, before);
  const [low, high] = [interval.low * 100, interval.high * 100];
  if (low > 0 || high < 0) {
    const name = low > 0 ? 'rise' : 'drop';
    const [small, large] =
      low > 0 ? [bounded.low && low, bounded.high && high] : [bounded.high && -high, bounded.low && -low];
    if (small !== false && large !== false)
      return `; the true ${name} is likely ${small.toFixed(1)} to ${large.toFixed(1)} points`;
    return small === false ? '' : `; the true ${name} is likely ${small.toFixed(1)} points or more`;
  }
  const parts = [
    ...(bounded.low ? [`a drop of more than ${(-low).toFixed(1)} points`] : []),
    ...(bounded.high ? [`a rise of more than ${high.toFixed(1)} points`] : []),
  ];
  return parts.length === 0 ? '' : `; ${parts.join(' and ')} ${parts.length === 1 ? 'is' : 'are'} unlikely`;
}
