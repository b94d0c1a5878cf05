import { ProportionChart } from '@/components/charts/proportion-chart';
import type { Trends } from '@/lib/queries';
import { formatLocalTime, spansSeveralSeries } from '@/runner/format';
import { type StabilityClass, stabilityClasses, statusWordAndTone } from '@/runner/verdict';
import { describeNewValues, toChartMarks } from './describe-trends';

const barStyleByStability: Readonly<Record<StabilityClass, { color: string; hatched: boolean }>> = {
  stable: { color: 'var(--pass)', hatched: false },
  mostly_stable: { color: 'var(--late)', hatched: true },
  unstable: { color: 'var(--late)', hatched: false },
  highly_unstable: { color: 'var(--fail)', hatched: true },
};

type StabilityShares = Trends['runs'][number]['figures']['stability'];

/**
 * A chart of the shares of stable and unstable cases in each run. Runs with only one attempt per case have no values.
 */
export function StabilityChart({ trends: { runs, markers } }: { trends: Trends }) {
  const sharesByRun = runs.map(({ figures }) => figures.stability);
  if (sharesByRun.every((runShares) => runShares === null)) {
    if (!spansSeveralSeries(runs)) return null;
    return (
      <p className="text-ink-soft text-xs">
        No stability chart: each of these agents or connectors ran every case once. Stability needs several attempts of
        a case in one run (<code>--runs 3</code>); attempts of different agents are not added up.
      </p>
    );
  }
  return (
    <ProportionChart
      runs={runs}
      title="Stability of the cases"
      words={`The newest run: ${describeShares(sharesByRun.at(-1) ?? null)}.`}
      note="By the share of a case’s attempts in the run that passed: all = stable, at least 80% = mostly stable, at least 50% = unstable, less = highly unstable."
      parts={stabilityClasses.map((name) => ({
        name: statusWordAndTone[name].word.toLowerCase(),
        ...barStyleByStability[name],
        values: sharesByRun.map((runShares) => (runShares === null ? null : runShares[name] / totalShare(runShares))),
      }))}
      marks={toChartMarks(markers)}
      describe={(run, index) =>
        `${formatLocalTime(run.startedAt)}: ${describeShares(sharesByRun[index] ?? null)}.${describeNewValues(markers, index)}`
      }
      columns={stabilityClasses.map((name) => ({
        title: statusWordAndTone[name].word,
        getValue: (_, index) => sharesByRun[index]?.[name] ?? null,
      }))}
    />
  );
}

function describeShares(runShares: StabilityShares): string {
  if (runShares === null) return 'too few attempts to say';
  return stabilityClasses
    .filter((name) => runShares[name] > 0)
    .map((name) => `${runShares[name]} ${statusWordAndTone[name].word.toLowerCase()}`)
    .join(', ');
}

function totalShare(runShares: NonNullable<StabilityShares>): number {
  return stabilityClasses.reduce((sum, name) => sum + runShares[name], 0);
}
