import type { UsageByRole } from '@/runner/contract';
import { spendingPhases, sumUsageOfRoles, toSpendingByRole } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';
import { formatTokenCount, formatUsageCost, phaseTitles } from './format-spending';

type Props = { usage: UsageByRole; currency: string | undefined };

/**
 * Shows the cost of a run's model calls, by role if there are several roles and a price is known. Renders nothing if no
 * model was called.
 */
export function RoleCosts({ usage, currency }: Props) {
  const spending = toSpendingByRole(usage);
  const total = sumUsageOfRoles(spending);
  const money = formatUsageCost(total, currency);
  if (total === undefined || money === undefined) return null;
  const roles = spendingPhases.flatMap((role) => {
    const roleUsage = spending[role]?.usage;
    const cost = formatUsageCost(roleUsage, currency);
    return cost === undefined
      ? []
      : [{ role, text: cost === 'unknown' ? `${formatTokenCount(roleUsage)} tokens, cost unknown` : cost }];
  });
  return (
    <ul aria-label="Cost by role" className="flex flex-wrap items-baseline gap-x-3 text-ink-faint text-xs tabular-nums">
      <li>
        Cost <span className="font-medium text-ink-soft">{money}</span> · {formatTokenCount(total)} tokens in{' '}
        {formatCountWithNoun(total.calls, 'call')}
      </li>
      {(roles.length > 1 && total.cost !== undefined ? roles : []).map(({ role, text }) => (
        <li key={role}>
          {phaseTitles[role]} <span className="text-ink-soft">{text}</span>
        </li>
      ))}
    </ul>
  );
}
