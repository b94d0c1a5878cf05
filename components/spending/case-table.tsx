import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cn } from '@/components/ui/cn';
import { ChevronRight } from '@/components/ui/icons';
import { TextLink } from '@/components/ui/links';
import { PendingQuery } from '@/components/ui/pending-query';
import { type CaseSpending, turnSpendingQuery } from '@/lib/queries';
import type { Phase } from '@/runner/contract';
import { caseKey, type SpendingByRole, spendingPhases, sumMsOfRoles, sumUsageOfRoles } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';
import { formatDuration } from '@/runner/values';
import { formatTokenCount, formatUsageCost, phaseTitles } from './format-spending';

/** Returns the URL of a case in the run, or of a turn of the case. */
export type CaseHref = (target: { suite: string; case: string; attempt?: number; turn?: number }) => string;

type Props = {
  runId: string;
  hasEnded: boolean;
  cases: readonly CaseSpending[];
  total: SpendingByRole;
  currency: string | undefined;
  hrefOf: CaseHref;
};

/** A table of the spending on each case by role. Rows expand to the turns of the case. */
export function CaseTable({ runId, hasEnded, cases, total, currency, hrefOf }: Props) {
  const roles = spendingPhases.filter((role) => total[role] !== undefined);
  return (
    <table aria-label="By case" className="w-full text-xs tabular-nums">
      <thead className="text-ink-faint">
        <tr>
          <th scope="col" className="py-1 text-left font-normal">
            Case
          </th>
          {[...roles.map((role) => phaseTitles[role]), 'Total'].map((title) => (
            <th key={title} scope="col" className="pl-4 text-right font-normal">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {cases.map((entry) => (
        <CaseRows
          key={caseKey(entry.suiteKey, entry.id)}
          runId={runId}
          hasEnded={hasEnded}
          entry={entry}
          roles={roles}
          currency={currency}
          hrefOf={hrefOf}
        />
      ))}
    </table>
  );
}

type RowsProps = Pick<Props, 'runId' | 'hasEnded' | 'currency' | 'hrefOf'> & {
  entry: CaseSpending;
  roles: readonly Phase[];
};

function CaseRows({ runId, hasEnded, entry, roles, currency, hrefOf }: RowsProps) {
  const [open, setOpen] = useState(false);
  const { suiteKey, id, attempts, spent } = entry;
  return (
    <tbody>
      <tr className="border-t">
        <th scope="row" className="py-1.5 text-left font-normal">
          <span className="flex items-center gap-1">
            <button
              type="button"
              aria-expanded={open}
              aria-label={`Turns of ${id}`}
              onClick={() => setOpen(!open)}
              className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
            >
              <ChevronRight aria-hidden className={cn('size-3.5', open && 'rotate-90')} />
            </button>
            <TextLink
              href={hrefOf({ suite: suiteKey, case: id })}
              className="inline-flex min-h-6 min-w-12 items-center break-words font-medium"
            >
              {id}
            </TextLink>
            {attempts > 1 && (
              <span className="whitespace-nowrap text-ink-faint">{formatCountWithNoun(attempts, 'attempt')}</span>
            )}
          </span>
        </th>
        <RoleSpendingCells spending={spent} roles={roles} currency={currency} />
      </tr>
      {open && (
        <TurnRows runId={runId} hasEnded={hasEnded} entry={entry} roles={roles} currency={currency} hrefOf={hrefOf} />
      )}
    </tbody>
  );
}

function TurnRows({ runId, hasEnded, entry: { suiteKey, id, attempts }, roles, currency, hrefOf }: RowsProps) {
  const query = useQuery(turnSpendingQuery({ runId, hasEnded }, { suiteKey, caseId: id }));
  if (query.data === undefined) {
    return (
      <tr>
        <td colSpan={roles.length + 2} className="p-2">
          <PendingQuery query={query} className="h-8" />
        </td>
      </tr>
    );
  }
  return query.data.turns.map(({ attempt, turn, spent }) => (
    <tr key={`${attempt} ${turn}`} className="bg-sunken">
      <th scope="row" className="whitespace-nowrap py-1 pl-8 text-left font-normal">
        {attempts > 1 && <span className="text-ink-faint">attempt {attempt}, </span>}
        {turn === 0 ? (
          'outside the turns'
        ) : (
          <TextLink
            href={hrefOf({ suite: suiteKey, case: id, attempt, turn })}
            className="inline-flex min-h-6 items-center"
          >
            turn {turn}
          </TextLink>
        )}
      </th>
      <RoleSpendingCells spending={spent} roles={roles} currency={currency} />
    </tr>
  ));
}

type CellsProps = { spending: SpendingByRole; roles: readonly Phase[]; currency: string | undefined };

function RoleSpendingCells({ spending, roles, currency }: CellsProps) {
  const cells = [
    ...roles.map((role) => ({ key: role, usage: spending[role]?.usage, ms: spending[role]?.ms })),
    { key: 'total', usage: sumUsageOfRoles(spending), ms: sumMsOfRoles(spending) },
  ];
  return cells.map(({ key, usage, ms }) => {
    const money = formatUsageCost(usage, currency);
    return (
      <td key={key} className="whitespace-nowrap py-1 pl-4 text-right align-middle">
        {money !== undefined && <span className="block">{money === 'unknown' ? 'cost unknown' : money}</span>}
        {money !== undefined && <span className="block text-ink-faint">{formatTokenCount(usage)} tokens</span>}
        {ms === undefined ? (
          <span className="text-ink-faint">–</span>
        ) : (
          <span className="block text-ink-faint">{formatDuration(ms)}</span>
        )}
      </td>
    );
  });
}
