import type { CaseStatus, ReviewVerdict } from '../contract/index.ts';

/** The agreement between people and the run's own verdicts. */
export type Agreement = {
  /** Attempts that passed or failed and that people called good or bad. */
  compared: number;
  agreed: number;
  /** Passed, and a person calls it bad. */
  tooKind: number;
  /** Failed, and a person calls it good. */
  tooStrict: number;
  notAgent: number;
  /** Agreement beyond chance, -1 to 1; null when one side always says the same or nothing was compared. */
  kappa: number | null;
};

export type JudgedReview = { status: CaseStatus; verdict: ReviewVerdict };

/**
 * Compares what people said with how attempts ended; errors, timeouts and skipped attempts were not judged.
 * Kappa: J. Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological Measurement 20 (1960).
 */
export function agreementOf(reviews: readonly JudgedReview[]): Agreement {
  const compared = reviews.filter(
    ({ status, verdict }) => (status === 'passed' || status === 'failed') && verdict !== 'not_agent',
  );
  const count = (status: CaseStatus, verdict: ReviewVerdict): number =>
    compared.filter((review) => review.status === status && review.verdict === verdict).length;
  const bothGood = count('passed', 'good');
  const bothBad = count('failed', 'bad');
  const tooKind = count('passed', 'bad');
  const tooStrict = count('failed', 'good');
  return {
    compared: compared.length,
    agreed: bothGood + bothBad,
    tooKind,
    tooStrict,
    notAgent: reviews.filter(({ verdict }) => verdict === 'not_agent').length,
    kappa: kappaOf({ bothGood, bothBad, tooKind, tooStrict }),
  };
}

type Table = { bothGood: number; bothBad: number; tooKind: number; tooStrict: number };

function kappaOf({ bothGood, bothBad, tooKind, tooStrict }: Table): number | null {
  const all = bothGood + bothBad + tooKind + tooStrict;
  if (all === 0) return null;
  const passed = (bothGood + tooKind) / all;
  const good = (bothGood + tooStrict) / all;
  const byChance = passed * good + (1 - passed) * (1 - good);
  return byChance === 1 ? null : ((bothGood + bothBad) / all - byChance) / (1 - byChance);
}
