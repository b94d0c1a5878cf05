import { RunChart } from '@/components/charts/run-chart';
import { localTime, percent, plural } from '@/lib/format';
import type { Trends } from '@/lib/queries';
import { countJudged, wilsonInterval } from '@/runner/verdict';
import { marksOf, rateWords } from './trend-words';

/** The pass rate of each run, with where the truth may lie. */
export function PassRateChart({ trends: { runs, markers } }: { trends: Trends }) {
  const intervals = runs.map(({ counts, passRate }) =>
    passRate === null ? null : wilsonInterval(counts.passed, countJudged(counts)),
  );
  if (runs.every(({ passRate }) => passRate === null)) return null;
  const head = runs.at(-1);
  const isRepeated = runs.some(({ figures }) => figures.stability !== null);
  const whichRun = runs.length === 1 ? 'The only run' : `The newest of ${plural(runs.length, 'run')}`;
  const rate = head === undefined ? '' : `${whichRun}: ${rateWords(head.counts.passed, countJudged(head.counts))}.`;
  return (
    <RunChart
      runs={runs}
      marks={marksOf(markers)}
      title="Pass rate"
      words={rate}
      note={isRepeated && 'The interval assumes independent attempts; those of one case are not, so it is too narrow.'}
      scale="share"
      format={percent}
      series={[{ name: 'pass rate', color: 'var(--accent)', values: runs.map(({ passRate }) => passRate) }]}
      band={intervals.map((interval) => (interval === null ? null : [interval.low, interval.high]))}
      describe={({ startedAt, counts }) => `${localTime(startedAt)}: ${rateWords(counts.passed, countJudged(counts))}.`}
      columns={[
        { title: 'Pass rate', format: percent, of: ({ passRate }) => passRate },
        { title: 'Passed', of: ({ counts }) => counts.passed },
        { title: 'Judged', of: ({ counts }) => countJudged(counts) },
        { title: 'Low', format: percent, of: (_, at) => intervals[at]?.low ?? null },
        { title: 'High', format: percent, of: (_, at) => intervals[at]?.high ?? null },
      ]}
    />
  );
}
