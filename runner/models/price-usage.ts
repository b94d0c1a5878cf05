import type { ModelCost, Usage } from '../contract/index.ts';

/** Adds the cost of the tokens to a usage; unchanged if there are no prices. */
export function addCostToUsage(usage: Usage, cost: ModelCost | undefined): Usage {
  if (cost === undefined) return usage;
  const cached = usage.cachedTokens ?? 0;
  const total =
    (usage.inputTokens - cached) * cost.input_per_million +
    cached * (cost.cached_input_per_million ?? cost.input_per_million) +
    usage.outputTokens * cost.output_per_million;
  return { ...usage, cost: total / 1_000_000 };
}
