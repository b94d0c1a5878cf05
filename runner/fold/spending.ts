import type { Phase, Usage, UsageByRole } from '../contract/index.ts';
import { addUsage } from './add-usage.ts';

/** The roles that an attempt can wait for (including tools and scripts), in display order. */
export const spendingPhases = ['agent', 'tool', 'simulator', 'judge', 'scorer', 'script'] as const satisfies Phase[];

/**
 * The time that was spent waiting for a role, in milliseconds, and the usage of the role's model calls; see `Usage`.
 */
type SpendingOfRole = { ms: number; usage?: Usage | undefined };

/**
 * Time, tokens and cost by role. While a tool runs, the run also waits for the agent, so the tool's time is part of the
 * agent's time, too.
 */
export type SpendingByRole = Partial<Record<Phase, SpendingOfRole>>;

export function addSpending(left: SpendingByRole, right: SpendingByRole): SpendingByRole {
  const sum: SpendingByRole = {};
  for (const role of spendingPhases) {
    const [one, other] = [left[role], right[role]];
    if (one === undefined && other === undefined) continue;
    const usage = addUsage(one?.usage, other?.usage);
    sum[role] = { ms: (one?.ms ?? 0) + (other?.ms ?? 0), ...(usage === undefined ? {} : { usage }) };
  }
  return sum;
}

/** Returns the total usage of all roles. */
export function sumUsageOfRoles(spending: SpendingByRole): Usage | undefined {
  return spendingPhases.reduce<Usage | undefined>((sum, role) => addUsage(sum, spending[role]?.usage), undefined);
}

/** Returns the total time of all roles except tools, because the agent's time already includes that of tools. */
export function sumMsOfRoles(spending: SpendingByRole): number {
  return spendingPhases.reduce((sum, role) => sum + (role === 'tool' ? 0 : (spending[role]?.ms ?? 0)), 0);
}

export function toSpendingByRole(usage: UsageByRole): SpendingByRole {
  return Object.fromEntries(Object.entries(usage).map(([role, usageOfRole]) => [role, { ms: 0, usage: usageOfRole }]));
}
