import type { Phase, Usage } from '@/runner/contract';
import { formatCount } from '@/runner/format';
import { formatCost } from '@/runner/values';

export const phaseTitles: Readonly<Record<Phase, string>> = {
  agent: 'Agent',
  tool: 'Tools',
  simulator: 'Simulator',
  judge: 'Judge',
  scorer: 'Scorer',
  script: 'Script',
};

/** Formats the cost of model calls; "unknown" if prices are missing. Undefined if no model was called. */
export function formatUsageCost(usage: Usage | undefined, currency: string | undefined): string | undefined {
  if (usage === undefined || hasNoUsage(usage)) return undefined;
  if (usage.cost === undefined) return 'unknown';
  return formatMoneyAmount({ amount: usage.cost, currency, isPartlyKnown: usage.isPartlyPriced === true });
}

type MoneyAmount = { amount: number; currency?: string | undefined; isPartlyKnown: boolean };

/** Formats a cost: `0.25 EUR`, or `at least 0.25 EUR` if some prices are unknown. */
export function formatMoneyAmount({ amount, currency, isPartlyKnown }: MoneyAmount): string {
  const text = formatCost(amount, currency);
  return isPartlyKnown ? `at least ${text}` : text;
}

/** Formats a number of tokens; by default the sum of input and output tokens. */
export function formatTokenCount(
  usage: Usage | undefined,
  direction: 'all' | 'in' | 'out' = 'all',
): string | undefined {
  if (usage === undefined || hasNoUsage(usage)) return undefined;
  const { inputTokens, outputTokens } = usage;
  if (inputTokens + outputTokens === 0) return 'unknown';
  const count = { all: inputTokens + outputTokens, in: inputTokens, out: outputTokens }[direction];
  return usage.isPartlyCounted === true ? `at least ${formatCount(count)}` : formatCount(count);
}

function hasNoUsage({ calls, inputTokens, outputTokens }: Usage): boolean {
  return calls + inputTokens + outputTokens === 0;
}
