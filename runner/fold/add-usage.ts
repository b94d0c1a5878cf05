import { type Usage, type UsageByRole, usageRoles } from '../contract/index.ts';

export function addUsage(left: Usage | undefined, right: Usage | undefined): Usage | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    calls: left.calls + right.calls,
    retries: left.retries + right.retries,
    ...optionalSum('cachedTokens', left, right),
    ...optionalSum('cost', left, right),
  };
}

function optionalSum(key: 'cachedTokens' | 'cost', left: Usage, right: Usage): Partial<Usage> {
  if (left[key] === undefined && right[key] === undefined) return {};
  return { [key]: (left[key] ?? 0) + (right[key] ?? 0) };
}

export function addUsageByRole(left: UsageByRole, right: UsageByRole | undefined): UsageByRole {
  if (right === undefined) return left;
  const sum: UsageByRole = { ...left };
  for (const role of usageRoles) {
    const usage = addUsage(left[role], right[role]);
    if (usage !== undefined) sum[role] = usage;
  }
  return sum;
}

/** Returns the cost of all roles together; undefined if no connector has prices for its tokens. */
export function totalCost(usage: UsageByRole): number | undefined {
  const costs = Object.values(usage).flatMap(({ cost }) => cost ?? []);
  return costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0);
}
