import { type Usage, type UsageByRole, usageRoles } from '../contract/index.ts';

export function addUsage(left: Usage | undefined, right: Usage | undefined): Usage | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    calls: left.calls + right.calls,
    retries: left.retries + right.retries,
    ...sumOptionalField('cachedTokens', left, right),
    ...sumOptionalField('cost', left, right),
    ...(isPartlyPriced(left, right) ? { isPartlyPriced: true } : {}),
    ...(isPartlyCounted(left, right) ? { isPartlyCounted: true } : {}),
  };
}

function sumOptionalField(key: 'cachedTokens' | 'cost', left: Usage, right: Usage): Partial<Usage> {
  if (left[key] === undefined && right[key] === undefined) return {};
  return { [key]: (left[key] ?? 0) + (right[key] ?? 0) };
}

function isPartlyPriced(left: Usage, right: Usage): boolean {
  if (left.isPartlyPriced === true || right.isPartlyPriced === true) return true;
  const spending = [left, right].filter(
    ({ inputTokens, outputTokens, calls }) => inputTokens + outputTokens + calls > 0,
  );
  return new Set(spending.map(({ cost }) => cost === undefined)).size === 2;
}

/** Returns true if one of the usages includes calls whose tokens were not reported. */
function isPartlyCounted(left: Usage, right: Usage): boolean {
  if (left.isPartlyCounted === true || right.isPartlyCounted === true) return true;
  const usagesWithCalls = [left, right].filter(({ calls }) => calls > 0);
  return new Set(usagesWithCalls.map(({ inputTokens, outputTokens }) => inputTokens + outputTokens > 0)).size === 2;
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

/** Returns the total cost of all roles; undefined if none of the used connectors has token prices. */
export function computeTotalCost(usage: UsageByRole): number | undefined {
  const costs = Object.values(usage).flatMap(({ cost }) => cost ?? []);
  return costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0);
}
