import { chartGridClass } from '@/components/charts/chart-skeletons';
import { RunChart } from '@/components/charts/run-chart';
import type { CaseRun, CaseTrend } from '@/lib/queries';
import { formatCountWithNoun, formatLocalTime, formatPercent } from '@/runner/format';
import { formatDuration } from '@/runner/values';
import { computeAgentOnlyRate, computePercentile, computeWilsonInterval, countJudged } from '@/runner/verdict';
import { conversationHref } from './addresses';
import { formatRate, markShapesOfChanges } from './describe-trends';
import { buildSeriesLines } from './series-lines';

type Props = { trend: CaseTrend; caseAddress: { suiteKey: string; caseId: string } };

/** Charts of how often the case passed in each run and how long it took. */
export function CaseCharts({ trend: { runs, turn }, caseAddress }: Props) {
  const turningPointIndex = runs.findIndex(({ runId }) => runId === turn?.runId);
  const base = {
    runs,
    marks:
      turningPointIndex === -1
        ? []
        : [{ place: turningPointIndex, faint: false, signs: turn === null ? [] : markShapesOfChanges(turn) }],
    hrefOf: ({ runId }: CaseRun): string => conversationHref(runId, caseAddress),
  };
  const intervals = runs.map(({ counts, passRate }) =>
    passRate === null ? null : computeWilsonInterval(counts.passed, countJudged(counts)),
  );
  const lines = buildSeriesLines(runs, { name: 'pass rate', getValue: ({ passRate }) => passRate });
  const rates = runs.map(({ counts, faults }) => computeAgentOnlyRate(counts, faults));
  const differs = rates.some((each) => each !== undefined);
  const agentOnly = runs.map(({ passRate }, index) => {
    const ownRate = rates[index];
    return ownRate === undefined ? passRate : ownRate.rate;
  });
  const durations = runs.map(medianDuration);
  const passing = runs.filter(({ passRate }) => passRate === 1).length;
  return (
    <div className={chartGridClass}>
      <RunChart
        {...base}
        title="Pass rate of the case"
        words={`Every attempt passed in ${passing} of ${formatCountWithNoun(runs.length, 'run')}.`}
        scale="share"
        format={formatPercent}
        series={[
          ...lines,
          ...(differs && lines.length === 1
            ? [{ name: 'agent only', color: 'var(--late)', dash: '4 3', values: agentOnly }]
            : []),
        ]}
        band={
          lines.length > 1
            ? undefined
            : intervals.map((interval) => (interval === null ? null : [interval.low, interval.high]))
        }
        describe={({ startedAt, counts }) =>
          `${formatLocalTime(startedAt)}: ${formatRate({ passed: counts.passed, judged: countJudged(counts) })}.`
        }
        columns={[
          { title: 'Pass rate', format: formatPercent, getValue: ({ passRate }) => passRate },
          ...(differs
            ? [
                {
                  title: 'Agent only',
                  format: formatPercent,
                  getValue: (_: CaseRun, index: number) => agentOnly[index] ?? null,
                },
              ]
            : []),
          { title: 'Passed', getValue: ({ counts }) => counts.passed },
          { title: 'Judged', getValue: ({ counts }) => countJudged(counts) },
        ]}
      />
      <RunChart
        {...base}
        title="Duration of the case"
        words={`The newest attempts of the case took ${formatDurationOrUnknown(durations.at(-1) ?? null)} (median).`}
        scale="amount"
        format={(ms) => (ms === 0 ? '0' : formatDuration(ms))}
        series={buildSeriesLines(runs, { name: 'p50', getValue: medianDuration })}
        describe={(run) => `${formatLocalTime(run.startedAt)}: ${formatDurationOrUnknown(medianDuration(run))}.`}
        columns={[{ title: 'p50', format: formatDuration, getValue: medianDuration }]}
      />
    </div>
  );
}

function medianDuration({ attempts }: CaseRun): number | null {
  const durations = attempts.flatMap(({ status, durationMs }) => (status === 'skipped' ? [] : durationMs));
  return computePercentile(
    durations.toSorted((left, right) => left - right),
    0.5,
  );
}

function formatDurationOrUnknown(ms: number | null): string {
  return ms === null ? 'unknown' : formatDuration(ms);
}
