import { chartDataToCsv } from '@/components/charts/chart-data';
import { saveFile } from '@/components/charts/save-chart';
import { Button } from '@/components/ui/button';
import type { CaseRowOfRuns, TrendRun, Trends } from '@/lib/queries';
import { caseKey } from '@/runner/fold';
import { formatCountWithNoun, formatIsoTime, spansSeveralSeries } from '@/runner/format';
import { HeatMap } from './heat-map';
import { heatMapCellLook } from './heat-map-cell-look';

/** Shows the result of every case in every run as a heat map. */
export function CaseOutcomeHeatMap({ trends: { runs, cases, connector } }: { trends: Trends }) {
  const visibleRuns = runs.slice(cases.from);
  const flipping = cases.rows.filter(({ flips }) => flips > 0).length;
  return (
    <section aria-label="Cases by runs" className="flex min-w-0 flex-col gap-2 rounded-lg border bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-1">
        <h2 className="mr-auto font-semibold text-xs">Cases by runs</h2>
        <Button
          size="sm"
          look="quiet"
          aria-label="Save as CSV: Cases by runs"
          onClick={() =>
            saveFile('cases-by-runs.csv', new Blob([caseOutcomesToCsv(visibleRuns, cases.rows)], { type: 'text/csv' }))
          }
        >
          CSV
        </Button>
      </div>
      {spansSeveralSeries(runs) ? (
        <p className="text-ink-soft text-xs">Choose one agent and one connector to see how each case did.</p>
      ) : (
        <>
          <p className="text-ink-soft text-xs">
            {describeCount(cases.rows.length, cases.total)} over {formatCountWithNoun(visibleRuns.length, 'run')}
            {visibleRuns.length > 1 && ', numbered from the oldest'}. A flip is an attempt whose outcome differs from
            the one before; cases with the most flips come first.{' '}
            {flipping === 0 ? 'No cases flipped.' : `${formatCountWithNoun(flipping, 'case')} flipped.`}
          </p>
          <HeatMap runs={visibleRuns} rows={cases.rows} connector={connector} />
        </>
      )}
    </section>
  );
}

function describeCount(visibleCount: number, total: number): string {
  return visibleCount === total
    ? formatCountWithNoun(total, 'case')
    : `The first ${visibleCount} of ${formatCountWithNoun(total, 'case')}`;
}

function caseOutcomesToCsv(runs: readonly TrendRun[], rows: readonly CaseRowOfRuns[]): string {
  return chartDataToCsv({
    columns: [
      { title: 'Suite' },
      { title: 'Case' },
      ...runs.map(({ startedAt }) => ({ title: formatIsoTime(startedAt) })),
    ],
    lines: rows.map(({ suiteKey, caseId, cells }) => ({
      key: caseKey(suiteKey, caseId),
      cells: [suiteKey, caseId, ...Array.from(cells, (letter) => heatMapCellLook(letter).word)],
    })),
  });
}
