import { formatMoneyAmount } from '@/components/spending/format-spending';
import type { BisectionOfAttempt } from '@/lib/queries';
import { type AttemptState, computeTotalCost } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';

type RolloutBudget = { budget: number; currency: string | undefined; known: number };

/**
 * Returns upper bounds for the number of rollouts and their cost. Assumes that each rollout replays the whole
 * conversation.
 */
export function bisectionEstimateText(
  { result }: Pick<AttemptState, 'result'>,
  { budget, currency, known }: RolloutBudget,
): string {
  if (!Number.isInteger(budget) || budget < 1) return 'A bisection needs at least 1 rollout.';
  const earlier =
    known === 0 ? '' : ` ${formatCountWithNoun(known, 'earlier rollout')} ${known === 1 ? 'is' : 'are'} used again.`;
  return `At most ${formatCountWithNoun(budget, 'rollout')}${bisectionCostText(result?.usage, budget, currency)}.${earlier} Rollouts do not count in rates, trends or baselines.`;
}

function bisectionCostText(
  usage: Parameters<typeof computeTotalCost>[0] | undefined,
  budget: number,
  currency: string | undefined,
): string {
  const cost = computeTotalCost(usage ?? {});
  if (cost === undefined) return '; the cost is unknown';
  return `, estimated cost at most ${formatMoneyAmount({ amount: cost * budget, currency, isPartlyKnown: false })}`;
}

/** Describes the rollouts of a bisection, for example `Rollouts: 38 (of 120), 0.41 USD, and 2 from earlier runs.` */
export function describeRollouts({
  status,
  played,
  budget,
  known,
  cost,
  currency,
}: Pick<BisectionOfAttempt, 'status' | 'played' | 'budget' | 'known' | 'cost' | 'currency'>): string {
  const spentNote =
    cost === undefined ? '' : `, ${formatMoneyAmount({ amount: cost, currency, isPartlyKnown: false })}`;
  const earlier = known > played ? `, and ${known - played} from earlier runs` : '';
  const stopped = status === 'cancelled' ? ' Stopped; the results so far are kept.' : '';
  return `Rollouts: ${played} (of ${budget})${spentNote}${earlier}.${stopped}`;
}
