import { RunChart } from '@/components/charts/run-chart';
import type { TrendRun, Trends } from '@/lib/queries';
import { formatCountWithNoun, formatLocalTime, formatPercent } from '@/runner/format';
import { computeAgentOnlyRate, countJudged } from '@/runner/verdict';
import { describeNewValues, formatRunRate, toChartMarks } from './describe-trends';
import { buildSeriesLines } from './series-lines';

/** A chart of the pass rate of each run with its confidence interval. */
export function PassRateChart({ trends: { runs, markers } }: { trends: Trends }) {
  const rates = runs.map(({ counts, faults = {} }) => computeAgentOnlyRate(counts, faults));
  const differs = rates.some((each) => each !== undefined);
  const agentOnly = runs.map(({ passRate }, index) => {
    const ownRate = rates[index];
    return ownRate === undefined ? passRate : ownRate.rate;
  });
  if (runs.every(({ passRate }) => passRate === null)) return null;
  const newestRun = runs.at(-1);
  const whichRun = runs.length === 1 ? 'The only run' : `The newest of ${formatCountWithNoun(runs.length, 'run')}`;
  const rate = newestRun === undefined ? '' : `${whichRun}: ${formatRunRate(newestRun)}.`;
  const lines = buildSeriesLines(runs, { name: 'pass rate', getValue: ({ passRate }) => passRate });
  const isMixed = lines.length > 1;
  return (
    <RunChart
      runs={runs}
      marks={toChartMarks(markers)}
      title="Pass rate"
      words={rate}
      scale="share"
      format={formatPercent}
      series={[
        ...lines,
        ...(differs && !isMixed ? [{ name: 'agent only', color: 'var(--late)', dash: '4 3', values: agentOnly }] : []),
      ]}
      band={isMixed ? undefined : runs.map(({ figures: { band } }) => (band === null ? null : [band.low, band.high]))}
      describe={(run, index) =>
        `${formatLocalTime(run.startedAt)}: ${formatRunRate(run)}.${describeNewValues(markers, index)}`
      }
      columns={[
        { title: 'Pass rate', format: formatPercent, getValue: ({ passRate }) => passRate },
        ...(differs
          ? [
              {
                title: 'Agent only',
                format: formatPercent,
                getValue: (_: TrendRun, index: number) => agentOnly[index] ?? null,
              },
            ]
          : []),
        { title: 'Passed', getValue: ({ counts }) => counts.passed },
        { title: 'Judged', getValue: ({ counts }) => countJudged(counts) },
        { title: 'Low', format: formatPercent, getValue: ({ figures }) => figures.band?.low ?? null },
        { title: 'High', format: formatPercent, getValue: ({ figures }) => figures.band?.high ?? null },
      ]}
    />
  );
}
