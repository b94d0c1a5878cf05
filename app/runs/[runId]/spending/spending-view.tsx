// The question that this page answers: where did the money and the time of this run go?
'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { RunHeader } from '@/components/runs/header/run-header';
import { useFollowRun } from '@/components/runs/use-follow-run';
import { CaseTable } from '@/components/spending/case-table';
import { RoleTable } from '@/components/spending/role-table';
import { PendingQuery } from '@/components/ui/pending-query';
import { type RunSpending, runQuery, spendingQuery } from '@/lib/queries';
import { computeFigures } from '@/lib/view/run-figures';
import type { RunState } from '@/runner/fold';
import { sumUsageOfRoles } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';
import { serializeRunSearch } from '../search-params';

export function SpendingView({ runId }: { runId: string }) {
  const run = useQuery(runQuery(runId));
  if (run.data === undefined) return <PendingQuery query={run} className="m-4 h-40" />;
  return <SpendingContents state={run.data} />;
}

function SpendingContents({ state }: { state: RunState }) {
  const router = useRouter();
  const { runId } = state;
  const hasEnded = state.finishedAt !== undefined;
  const connection = useFollowRun(runId, { hasEnded, followsAllCases: true });
  const spending = useQuery(spendingQuery({ runId, hasEnded }));
  return (
    <main className="flex min-h-0 grow flex-col">
      <RunHeader
        state={state}
        figures={computeFigures(state)}
        row={undefined}
        connection={connection}
        filter=""
        onFilter={(q) => router.push(serializeRunSearch(`/runs/${runId}`, { q }))}
      />
      <div className="min-h-0 grow overflow-y-auto">
        <div className="mx-auto flex max-w-5xl flex-col gap-8 p-4 pb-12">
          {spending.data === undefined ? (
            <PendingQuery query={spending} className="h-40" />
          ) : (
            <Spending state={state} hasEnded={hasEnded} spending={spending.data} />
          )}
        </div>
      </div>
    </main>
  );
}

function Spending({ state, hasEnded, spending }: { state: RunState; hasEnded: boolean; spending: RunSpending }) {
  const { runId } = state;
  const { total, cases, count } = spending;
  const currency = state.options?.currency;
  return (
    <>
      <section aria-labelledby="by-role" className="flex flex-col gap-3">
        <h2 id="by-role" className="font-semibold text-base">
          Cost and time by role
        </h2>
        <p className="text-ink-soft text-xs">{explainSpendingFigures(total, currency)}</p>
        <ScrollableTable label="Table by role">
          <RoleTable total={total} currency={currency} />
        </ScrollableTable>
      </section>
      <section aria-labelledby="by-case" className="flex flex-col gap-3">
        <h2 id="by-case" className="font-semibold text-base">
          By case and turn
        </h2>
        {count > cases.length && (
          <p className="text-ink-soft text-xs">
            The {formatCountWithNoun(cases.length, 'case')} with the highest cost, tokens or time, of {count}.
          </p>
        )}
        <ScrollableTable label="Table by case">
          <CaseTable
            runId={runId}
            hasEnded={hasEnded}
            cases={cases}
            total={total}
            currency={currency}
            hrefOf={(target) => serializeRunSearch(`/runs/${runId}`, target)}
          />
        </ScrollableTable>
      </section>
    </>
  );
}

function ScrollableTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-lg border bg-surface px-4 py-2"
    >
      {children}
    </section>
  );
}

/** Explains the figures, and says which data is missing from them. */
function explainSpendingFigures(total: RunSpending['total'], currency: string | undefined): string {
  const usage = sumUsageOfRoles(total);
  const time = 'Time is total waiting time, summed over parallel attempts.';
  if (usage === undefined) return `No model calls were counted. ${time}`;
  if (usage.cost === undefined)
    return `The cost is unknown: no connector has prices. Add a "cost" to the connector. ${time}`;
  const partly = usage.isPartlyPriced === true ? 'Some calls have no price. ' : '';
  const inWhat = currency === undefined ? 'The config does not say what currency costs are in: set "currency". ' : '';
  return `${partly}${inWhat}${time}`;
}
