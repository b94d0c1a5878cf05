import type { UsageByRole } from '@/runner/contract';
import { spendingOfUsage, spentRoles, totalUsage } from '@/runner/fold';
import { plural } from '@/runner/format';
import { moneyText, roleTitles, tokensText } from './spending-words';

type Props = { usage: UsageByRole; currency: string | undefined };

/**
 * The cost of a run's models, by role if there are several and a price is known. Renders nothing if no
 * models were used.
 */
export function RoleCosts({ usage, currency }: Props) {
  const spending = spendingOfUsage(usage);
  const total = totalUsage(spending);
  const money = moneyText(total, currency);
  if (total === undefined || money === undefined) return null;
  const roles = spentRoles.flatMap((role) => {
    const roleUsage = spending[role]?.usage;
    const cost = moneyText(roleUsage, currency);
    return cost === undefined
      ? []
      : [{ role, text: cost === 'unknown' ? `${tokensText(roleUsage)} tokens, cost unknown` : cost }];
  });
  return (
    <ul aria-label="Cost by role" className="flex flex-wrap items-baseline gap-x-3 text-ink-faint text-xs tabular-nums">
      <li>
        Cost <span className="font-medium text-ink-soft">{money}</span> · {tokensText(total)} tokens in{' '}
        {plural(total.calls, 'call')}
      </li>
      {(roles.length > 1 && total.cost !== undefined ? roles : []).map(({ role, text }) => (
        <li key={role}>
          {roleTitles[role]} <span className="text-ink-soft">{text}</span>
        </li>
      ))}
    </ul>
  );
}
