import { formatPercent } from '@/runner/format';
import {
  formatKappaWithInterval,
  type JudgeAgreement,
  type LabelledVerdict,
  type MeasuredKappa,
  measureAgreement,
} from '@/runner/verdict';

export type NamedAgreement = { name: string; agreement: JudgeAgreement };

/**
 * Returns the agreement of people with each judge. A judge with its own connector is counted separately for each
 * connector.
 */
export function listAgreements(labelled: readonly LabelledVerdict[]): NamedAgreement[] {
  const judges = Map.groupBy(labelled, ({ judge, model }) => (model === '' ? judge : `${judge} on ${model}`));
  return [...judges].map(([name, verdicts]) => ({ name, agreement: measureAgreement(verdicts) }));
}

/**
 * Describes how often people agree with a judge, such as `agree with tone in 8 of 10`, to which the caller adds the
 * subject.
 */
export function describeAgreement({ name, agreement: { agreed, kappa } }: NamedAgreement): string {
  const { count, of, low, high } = agreed;
  const agreementText = `agree with ${name} in ${count} of ${of} (${formatPercent(low)} to ${formatPercent(high)})`;
  return `${agreementText} · ${formatKappa('κ', kappa)}`;
}

/** Formats Cohen's kappa with its confidence interval, for example `κ 0.62 (95%: 0.31 to 0.85)`. */
export function formatKappa(name: string, kappa: MeasuredKappa | null): string {
  return kappa === null ? `${name} undefined` : `${name} ${formatKappaWithInterval(kappa)}`;
}
