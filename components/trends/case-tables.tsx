import type { ReactNode } from 'react';
import { chartGridClass } from '@/components/charts/chart-skeletons';
import { AgentOnlyPassRate } from '@/components/faults/agent-only-pass-rate';
import { CaseHealthBadge } from '@/components/ui/case-health-badge';
import { TextLink } from '@/components/ui/links';
import type { CaseFigures, CaseRowOfRuns, Trends } from '@/lib/queries';
import { caseKey, emptyCounts } from '@/runner/fold';
import { formatCount, formatPercent, replaceInvisibleCharacters } from '@/runner/format';
import { formatDuration } from '@/runner/values';
import { caseHref } from './addresses';

const MAX_FLAKY_CASES = 10;

/** Tables of the cases that most need attention: the flakiest and the slowest ones. */
export function CaseTables({ trends: { runs, cases, connector } }: { trends: Trends }) {
  const flakiest = cases.rows.filter(({ flips }) => flips > 0).slice(0, MAX_FLAKY_CASES);
  const visibleCount = runs.length - cases.from;
  const runCountText = visibleCount === 1 ? 'in one run' : `over the last ${visibleCount} runs`;
  return (
    <div className={chartGridClass}>
      <CaseTable
        connector={connector}
        title="Flakiest cases"
        note={`Attempts that ended differently from the one before, ${runCountText}; an entropy of 1 bit is a coin toss.`}
        emptyText="No cases flipped."
        columns={['Flips', 'Passed', 'Entropy']}
        rows={flakiest}
        cellsOf={({ flips, passed, judged, entropy, faults = {} }) => [
          formatCount(flips),
          judged === 0 ? (
            '–'
          ) : (
            <span key="passed" className="flex flex-col items-end whitespace-normal">
              {formatPercent(passed / judged)} of {formatCount(judged)}
              <AgentOnlyPassRate counts={{ ...emptyCounts(), passed, failed: judged - passed }} faults={faults} />
            </span>
          ),
          `${entropy.toFixed(2)} bit`,
        ]}
      />
      <CaseTable
        connector={connector}
        title="Slowest cases"
        note={`Durations of attempts ${runCountText}.`}
        emptyText="No results yet."
        columns={['p50', 'p95', 'Attempts']}
        rows={cases.slowest}
        cellsOf={({ p50Ms, p95Ms, judged }) => [
          formatDurationOrDash(p50Ms),
          formatDurationOrDash(p95Ms),
          formatCount(judged),
        ]}
      />
    </div>
  );
}

type TableProps<Row> = {
  title: string;
  note: string;
  emptyText: string;
  columns: readonly string[];
  rows: readonly Row[];
  cellsOf: (row: Row) => readonly ReactNode[];
  connector: string;
};

function CaseTable<Row extends CaseFigures & Partial<Pick<CaseRowOfRuns, 'standing'>>>({
  title,
  note,
  emptyText,
  columns,
  rows,
  cellsOf,
  connector,
}: TableProps<Row>) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1 rounded-lg border bg-surface px-4 py-3">
      <h2 className="font-semibold text-xs">{title}</h2>
      {rows.length === 0 ? (
        <p className="text-ink-faint text-xs">{emptyText}</p>
      ) : (
        <>
          <p className="text-2xs text-ink-faint">{note}</p>
          <table className="w-full table-fixed text-xs tabular-nums">
            <thead className="text-ink-faint">
              <tr>
                <th scope="col" className="w-1/3 py-1 text-left sm:w-2/5 font-normal">
                  Case
                </th>
                {columns.map((column) => (
                  <th key={column} scope="col" className="py-1 text-right font-normal">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={caseKey(row.suiteKey, row.caseId)} className="border-t">
                  <th scope="row" className="text-left font-normal">
                    <span className="flex items-center gap-1">
                      <CaseHealthBadge caseHealth={row.standing} />
                      <TextLink
                        href={caseHref(row, connector)}
                        title={`${row.suiteKey} · ${row.caseId}`}
                        className="truncate leading-6"
                      >
                        {replaceInvisibleCharacters(row.caseId)}
                      </TextLink>
                    </span>
                  </th>
                  {cellsOf(row).map((cell, position) => (
                    <td key={position} className="whitespace-nowrap py-1 text-right">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

function formatDurationOrDash(ms: number | null): string {
  return ms === null ? '–' : formatDuration(ms);
}
