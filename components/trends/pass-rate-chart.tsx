import { RunChart } from '@/components/charts/run-chart';
import { localTime, percent, plural } from '@/lib/format';
import type { Trends } from '@/lib/queries';
import { countJudged } from '@/runner/verdict';
import { marksOf, runRateWords } from './trend-words';

/** The pass rate of each run, with where the truth may lie. */
export function PassRateChart({ trends: { runs, markers } }: { trends: Trends }) {
  if (runs.every(({ passRate }) => passRate === null)) return null;
  const head = runs.at(-1);
  const whichRun = runs.length === 1 ? 'The only run' : `The newest of ${plural(runs.length, 'run')}`;
  const rate = head === undefined ? '' : `${whichRun}: ${runRateWords(head)}.`;
  return (
    <RunChart
      runs={runs}
      marks={marksOf(markers)}
      title="Pass rate"
      words={rate}
      scale="share"
      format={percent}
      series={[{ name: 'pass rate', color: 'var(--accent)', values: runs.map(({ passRate }) => passRate) }]}
      band={runs.map(({ figures: { band } }) => (band === null ? null : [band.low, band.high]))}
      describe={(run) => `${localTime(run.startedAt)}: ${runRateWords(run)}.`}
      columns={[
        { title: 'Pass rate', format: percent, of: ({ passRate }) => passRate },
        { title: 'Passed', of: ({ counts }) => counts.passed },
        { title: 'Judged', of: ({ counts }) => countJudged(counts) },
        { title: 'Low', format: percent, of: ({ figures }) => figures.band?.low ?? null },
        { title: 'High', format: percent, of: ({ figures }) => figures.band?.high ?? null },
      ]}
    />
  );
}
