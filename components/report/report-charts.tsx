import { cn } from '@/components/ui/cn';
import { Status } from '@/components/ui/status';
import { toneClasses } from '@/components/ui/status-look';
import { getRowStability } from '@/lib/view/row-status';
import { type CaseRow, caseKey, countStatuses, hasEnded } from '@/runner/fold';
import { formatCountWithNoun, formatScoreOrDash, replaceInvisibleCharacters } from '@/runner/format';
import type { PageRun } from '@/runner/reporters/html/page-data';
import { formatDecimalPercent, formatDuration } from '@/runner/values';
import {
  computePassRate,
  countCaseFaults,
  formatBriefAgentOnlyRate,
  type StabilityClass,
  stabilityClasses,
  statusWordAndTone,
} from '@/runner/verdict';
import { toUrlHash } from './address';
import { BarTable, type BarTableRow } from './bar-table';
import { ChartCard } from './chart-card';
import { DurationChart } from './duration-chart';

const MAX_BARS = 30;

type RepeatedCaseStats = { row: CaseRow; stability: StabilityClass; rate: number; agentOnly: string | undefined };

/** The charts of a run, each with its data as a table. */
export function ReportCharts({ run, rows }: { run: PageRun; rows: readonly CaseRow[] }) {
  const finishedAttempts = rows.flatMap(({ attempts }) => attempts.filter(({ status }) => status !== 'skipped'));
  const durations = finishedAttempts.map(({ durationMs = 0 }) => durationMs);
  const repeatedCases = rows.flatMap(computeRepeatedCaseStats);
  if (durations.length < 2) return null;
  return (
    <section
      aria-label="Charts"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] items-start gap-4"
    >
      <h2 className="sr-only">Charts</h2>
      {repeatedCases.length === 0 ? (
        <SlowestCases rows={rows} />
      ) : (
        <>
          <StabilityShares rows={repeatedCases} />
          <PassRateBars rows={repeatedCases} />
        </>
      )}
      <ScorerBars rows={rows} />
      {run.tags.length > 0 && <ScoreGroups title="Scores by tag" name="Tag" groups={run.tags} />}
      {run.columns.map(({ column, groups }) => (
        <ScoreGroups key={column} title={`Scores by ${column}`} name={column} groups={groups} />
      ))}
      <DurationChart durations={durations} />
    </section>
  );
}

function computeRepeatedCaseStats(row: CaseRow): RepeatedCaseStats[] {
  const stability = getRowStability(row);
  const counts = countStatuses(row.attempts.map(({ status }) => status).filter(hasEnded));
  const rate = computePassRate(counts);
  if (stability === undefined || rate === null) return [];
  return [{ row, stability, rate, agentOnly: formatBriefAgentOnlyRate(counts, countCaseFaults({}, row)) }];
}

function StabilityShares({ rows }: { rows: readonly RepeatedCaseStats[] }) {
  const stabilityCounts = stabilityClasses.map((name) => ({
    name,
    count: rows.filter(({ stability }) => stability === name).length,
  }));
  const words = stabilityCounts
    .map(({ name, count }) => `${count} ${statusWordAndTone[name].word.toLowerCase()}`)
    .join(', ');
  return (
    <ChartCard title="Stability">
      <div
        role="img"
        aria-label={`Stability of ${formatCountWithNoun(rows.length, 'case')}: ${words}`}
        className="flex h-7 overflow-hidden rounded-sm"
      >
        {stabilityCounts.map(({ name, count }) => (
          <span
            key={name}
            className={cn('basis-0', toneClasses[statusWordAndTone[name].tone].fill)}
            style={{ flexGrow: count }}
          />
        ))}
      </div>
      <ul className="flex flex-col gap-0.5">
        {stabilityCounts.map(({ name, count }) => (
          <li key={name} className="flex justify-between">
            <Status of={name} />
            <b className="font-semibold tabular-nums">{count}</b>
          </li>
        ))}
      </ul>
    </ChartCard>
  );
}

function PassRateBars({ rows }: { rows: readonly RepeatedCaseStats[] }) {
  const all = formatCountWithNoun(rows.length, 'case');
  const shakiest = rows.toSorted((left, right) => left.rate - right.rate).slice(0, MAX_BARS);
  const bars = shakiest.map(({ row, stability, rate, agentOnly }) => ({
    ...toLinkedCaseRow(row),
    share: rate,
    fill: toneClasses[statusWordAndTone[stability].tone].fill,
    cells: [agentOnly === undefined ? formatDecimalPercent(rate) : `${formatDecimalPercent(rate)}, ${agentOnly}`],
  }));
  const caption = rows.length > MAX_BARS ? `the ${MAX_BARS} least stable of ${all}` : 'least stable first';
  return <BarTable title="Pass rate of each case" caption={caption} columns={['Case', 'Pass rate']} bars={bars} />;
}

function SlowestCases({ rows }: { rows: readonly CaseRow[] }) {
  const slowestCases = rows
    .map((row) => ({ row, ms: row.attempts.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0) }))
    .toSorted((left, right) => right.ms - left.ms)
    .slice(0, MAX_BARS);
  const longestMs = slowestCases[0]?.ms || 1;
  const bars = slowestCases.map(({ row, ms }) => ({
    ...toLinkedCaseRow(row),
    share: ms / longestMs,
    fill: 'bg-accent',
    cells: [formatDuration(ms)],
  }));
  const caption = `of ${formatCountWithNoun(rows.length, 'case')}`;
  return <BarTable title="Slowest cases" caption={caption} columns={['Case', 'Duration']} bars={bars} />;
}

function toLinkedCaseRow({ id, suiteKey }: CaseRow): Pick<BarTableRow, 'key' | 'name'> {
  const name = (
    <a href={toUrlHash({ case: id, suite: suiteKey })} className="block py-1 text-accent hover:underline">
      {replaceInvisibleCharacters(id)}
    </a>
  );
  return { key: caseKey(suiteKey, id), name };
}

type ScoreGroup = { name: string; passed: number; total: number };

/** Shows the results of each scorer as bars. */
function ScorerBars({ rows }: { rows: readonly CaseRow[] }) {
  const cells = rows.flatMap(({ attempts: [first] }) => first?.cells ?? []);
  const scorers = Map.groupBy(cells, ({ metric }) => metric);
  if (scorers.size === 0) return null;
  const bars = [...scorers].map(([name, verdicts]) => {
    const scores = verdicts.flatMap(({ score }) => score ?? []);
    const mean = scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
    const group = toScoreGroupBar({
      name,
      passed: verdicts.filter(({ passed }) => passed).length,
      total: verdicts.length,
    });
    return { ...group, cells: [...group.cells, formatScoreOrDash(mean)] };
  });
  return <BarTable title="Scorers" columns={['Scorer', 'In range', 'Rate', 'Mean score']} bars={bars} />;
}

function ScoreGroups({ title, name, groups }: { title: string; name: string; groups: readonly ScoreGroup[] }) {
  const hiddenCount = groups.length - MAX_BARS;
  return (
    <BarTable
      title={title}
      caption={hiddenCount > 0 ? `and ${formatCountWithNoun(hiddenCount, 'more value')}` : undefined}
      columns={[name, 'In range', 'Rate']}
      bars={groups.slice(0, MAX_BARS).map(toScoreGroupBar)}
    />
  );
}

function toScoreGroupBar({ name, passed, total }: ScoreGroup): BarTableRow {
  const rate = passed / total;
  return {
    key: name,
    name: name === '' ? '(empty)' : replaceInvisibleCharacters(name),
    share: rate,
    fill: rate === 1 ? 'bg-pass' : 'bg-accent',
    cells: [`${passed} of ${total}`, formatDecimalPercent(rate)],
  };
}
