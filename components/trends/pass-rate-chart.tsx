import { RunChart } from '@/components/charts/run-chart';
import type { TrendRun, Trends } from '@/lib/queries';
import { formatCountWithNoun, formatLocalTime, formatPercent } from '@/runner/format';
import { computeAgentOnlyRate, countJudged } from '@/runner/verdict';
import { buildSeriesLines } from './series-lines';
import { describeNewValues, formatRunRate, toChartMarks } from './trend-words';

/** Chart of the pass rate of each run with its confidence interval. */
export function PassRateChart({ trends: { runs, markers } }: { trends: Trends }) {
  const rates = runs.map(({ counts, faults = {} }) => computeAgentOnlyRate(counts, faults));
  const differs = rates.some((each) => each !== undefined);
  const agentOnly = runs.map(({ passRate }, at) => {
    const own = rates[at];
    return own === undefined ? passRate : own.rate;
  });
  if (runs.every(({ passRate }) => passRate === null)) return null;
  const head = runs.at(-1);
  const whichRun = runs.length === 1 ? 'The only run' : `The newest of ${formatCountWithNoun(runs.length, 'run')}`;
  const rate = head === undefined ? '' : `${whichRun}: ${formatRunRate(head)}.`;
  const lines = buildSeriesLines(runs, { name: 'pass rate', of: ({ passRate }) => passRate });
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
      describe={(run, at) =>
        `${formatLocalTime(run.startedAt)}: ${formatRunRate(run)}.${describeNewValues(markers, at)}`
      }
      columns={[
        { title: 'Pass rate', format: formatPercent, of: ({ passRate }) => passRate },
        ...(differs
          ? [{ title: 'Agent only', format: formatPercent, of: (_: TrendRun, at: number) => agentOnly[at] ?? null }]
          : []),
        { title: 'Passed', of: ({ counts }) => counts.passed },
        { title: 'Judged', of: ({ counts }) => countJudged(counts) },
        { title: 'Low', format: formatPercent, of: ({ figures }) => figures.band?.low ?? null },
        { title: 'High', format: formatPercent, of: ({ figures }) => figures.band?.high ?? null },
      ]}
    />
  );
}
