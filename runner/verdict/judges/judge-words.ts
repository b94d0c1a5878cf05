import { formatPercent } from '../../values/index.ts';
import type { JudgeAgreement, MeasuredShare } from './agreement.ts';
import {
  isDisagreeingWithPeople,
  isFlippingOften,
  type JudgeMeasurements,
  type JudgeReliability,
} from './judge-reliability.ts';

export const judgeReliabilityWords: Readonly<Record<JudgeReliability, string>> = {
  reliable: 'reliable',
  unreliable: 'unreliable',
  too_few: 'too few to say',
};

/** Formats a share with its interval: `12 of 60 (20%, 95%: 11% to 32%)`. */
export function formatMeasuredShare({ count, of, low, high }: MeasuredShare): string {
  if (of === 0) return 'none';
  return `${count} of ${of} (${formatPercent(count / of)}, 95%: ${formatPercent(low)} to ${formatPercent(high)})`;
}

/** Formats kappa with its interval: `0.62 (95%: 0.31 to 0.85)`. */
export function formatKappaWithInterval(kappa: JudgeAgreement['kappa']): string {
  if (kappa === null) return 'none: one side gives every answer the same rating';
  const [value, low, high] = [kappa.value, kappa.low, kappa.high].map((each) =>
    each.toFixed(2).replace('-0.00', '0.00'),
  );
  return `${value} (95%: ${low} to ${high})`;
}

/** Returns the reasons why a judge is unreliable, with numbers. */
export function listUnreliabilityReasons({ flips, swapped, agreement }: JudgeMeasurements): string[] {
  return [
    ...(isFlippingOften(flips) ? [`asked again, the judge changes ${formatMeasuredShare(flips)} verdicts`] : []),
    ...(swapped !== undefined && isFlippingOften(swapped)
      ? [`with the two compared texts swapped, the judge changes ${formatMeasuredShare(swapped)} verdicts`]
      : []),
    ...(isDisagreeingWithPeople(agreement)
      ? [`agreement with people: κ ${formatKappaWithInterval(agreement.kappa)}`]
      : []),
  ];
}
