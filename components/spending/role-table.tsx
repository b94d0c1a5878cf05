import type { Usage } from '@/runner/contract';
import { type SpendingByRole, spendingPhases, sumMsOfRoles, sumUsageOfRoles } from '@/runner/fold';
import { formatDuration } from '@/runner/values';
import { formatTokenCount, formatUsageCost, phaseTitles } from './format-spending';

type Props = { total: SpendingByRole; currency: string | undefined };

/** A table of a run's spending by role: cost, tokens, calls and time, with totals. */
export function RoleTable({ total, currency }: Props) {
  const roles = spendingPhases.filter((role) => total[role] !== undefined);
  return (
    <table aria-label="By role" className="w-full text-sm tabular-nums">
      <thead className="text-ink-faint text-xs">
        <tr>
          {['Role', 'Cost', 'Tokens in', 'Tokens out', 'Calls', 'Time'].map((title, position) => (
            <th
              key={title}
              scope="col"
              className={position === 0 ? 'py-1 text-left font-normal' : 'pl-4 text-right font-normal'}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {roles.map((role) => (
          <tr key={role} className="border-t">
            <th scope="row" className="py-1.5 text-left font-medium">
              {phaseTitles[role]}
              {role === 'tool' && (
                <span className="ml-2 font-normal text-ink-faint text-xs">included in the time of the agent</span>
              )}
            </th>
            <UsageCells usage={total[role]?.usage} ms={total[role]?.ms ?? 0} currency={currency} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t border-line-strong font-medium">
          <th scope="row" className="py-1.5 text-left">
            Total
          </th>
          <UsageCells usage={sumUsageOfRoles(total)} ms={sumMsOfRoles(total)} currency={currency} />
        </tr>
      </tfoot>
    </table>
  );
}

type CellsProps = { usage: Usage | undefined; ms: number; currency: string | undefined };

function UsageCells({ usage, ms, currency }: CellsProps) {
  const cells = [
    formatUsageCost(usage, currency),
    formatTokenCount(usage, 'in'),
    formatTokenCount(usage, 'out'),
    usage === undefined || usage.calls === 0 ? undefined : String(usage.calls),
    formatDuration(ms),
  ];
  return cells.map((text, position) => (
    <td key={position} className="whitespace-nowrap py-1.5 pl-4 text-right">
      {text ?? <NoUsageCells />}
    </td>
  ));
}

/** The cells for a role without model calls. They differ from those for unknown usage. */
function NoUsageCells() {
  return (
    <span className="text-ink-faint">
      <span aria-hidden>–</span>
      <span className="sr-only">none</span>
    </span>
  );
}
