import type { UsageByRole } from '../../contract/index.ts';
import { computeTotalCost } from '../../fold/index.ts';
import { type JsonObject, withoutUndefined } from '../../values/index.ts';

/** Returns the usage of every role, with the keys used in reports. */
export function buildUsageReport(usage: UsageByRole): JsonObject {
  const entries = Object.entries(usage).map(([role, roleUsage]) => [
    role,
    withoutUndefined({
      input_tokens: roleUsage.inputTokens,
      cached_tokens: roleUsage.cachedTokens,
      output_tokens: roleUsage.outputTokens,
      calls: roleUsage.calls,
      retries: roleUsage.retries,
      cost: roleUsage.cost,
      is_partly_priced: roleUsage.isPartlyPriced,
    }),
  ]);
  return Object.fromEntries(entries);
}

/** Returns the usage of a run for a report, with its total cost; empty if there is no usage. */
export function buildUsageSummary(usage: UsageByRole): JsonObject {
  if (Object.keys(usage).length === 0) return {};
  return withoutUndefined({ usage: buildUsageReport(usage), cost: computeTotalCost(usage) });
}
