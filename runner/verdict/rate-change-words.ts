import type { AgentPart, RateChange } from '../contract/index.ts';
import { decimalPercent, nounFor } from '../values/index.ts';
import { boundedEnds } from './statistics/odds-in-points.ts';

/** `score 0.990 → 0.810 of 8 cases: really worse: unlikely to be chance (p = 0.0078)` */
export function scoreChangeWords({ cases, before, after, evidence }: NonNullable<RateChange['scores']>): string {
  return `score ${before.toFixed(3)} → ${after.toFixed(3)} of ${cases} ${nounFor(cases, 'case')}: ${evidence.words}`;
}

/**
 * Describes the change: `75.0% → 50.0% of 4 cases (-25.0 points, likely -80.1 to +30.0): could be chance (p = 1.0)`.
 * The interval is left out if there is too little evidence.
 */
export function rateChangeWords({ cases, edited, before, after, interval, evidence, ...rest }: RateChange): string {
  const { bestOf, looks, agentChanged, scores } = rest;
  const remarks = [
    evidence.verdict === 'real' || scores?.evidence.verdict === 'real'
      ? ', assuming nothing but the change differed'
      : '',
    bestOf === undefined ? '' : `; compared with the best of ${bestOf} runs`,
    looks === undefined ? '' : `; the ${ordinal(looks)} run compared with it`,
    edited === 0 ? '' : `; ${edited} edited ${nounFor(edited, 'case')} left out`,
    agentChanged === undefined ? '' : `; ${changedPartsWords(agentChanged)}`,
  ].join('');
  if (cases === 0) return `no case in common${remarks}`;
  // If all cases have scores, the scores are compared instead of the pass rates.
  if (scores?.cases === cases) return `${scoreChangeWords(scores)}${remarks}`;
  const [was, is] = [before.passed / before.judged, after.passed / after.judged];
  const isInconclusive = evidence.verdict === 'none' || evidence.verdict === 'too_few';
  const points = isInconclusive ? '' : ` (${formatSigned(is - was)} points${likelyWords(interval, before)})`;
  return `${decimalPercent(was)} → ${decimalPercent(is)} of ${cases} ${nounFor(cases, 'case')}${points}: ${evidence.words}${scores === undefined ? '' : `; ${scoreChangeWords(scores)}`}${remarks}`;
}

function ordinal(place: number): string {
  const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
  return `${place}${endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(place)] ?? 'th'}`;
}

/** `agent changed (prompts, model)` */
export function changedPartsWords(parts: readonly AgentPart[]): string {
  return `agent changed (${parts.join(', ')})`;
}

/** An end that corresponds to a rate of 0 or 1 carries no information and is left out. */
function likelyWords({ low, high }: RateChange['interval'], before: RateChange['before']): string {
  const bounded = boundedEnds({ low, high }, before);
  if (bounded.low && bounded.high) return `, likely ${formatSigned(low)} to ${formatSigned(high)}`;
  if (bounded.low) return `, likely ${formatSigned(low)} or higher`;
  return bounded.high ? `, likely ${formatSigned(high)} or lower` : '';
}

function formatSigned(change: number): string {
  const points = (change * 100).toFixed(1);
  return change > 0 ? `+${points}` : points.replace(/^-(0\.0)$/, '$1');
}
