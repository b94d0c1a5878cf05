import { OutcomeBar } from '@/components/runs/outcome-bar';
import { RunStatus } from '@/components/runs/run-status';
import { caseStatuses } from '@/runner/contract';
import { computeTotalCost } from '@/runner/fold';
import { formatCountWithNoun, formatIsoTime, formatLocalTime } from '@/runner/format';
import type { PageRun } from '@/runner/reporters/html/page-data';
import { formatCost, formatCount, formatDecimalPercent, formatDuration } from '@/runner/values';
import { countJudged, formatOutcomeWord, metricTitleByKind } from '@/runner/verdict';

/** The head of the report: subject, time, result and figures. */
export function RunSummary({ run }: { run: PageRun }) {
  const { counts, status, rates, idle, warnings, setAside, decided } = run;
  return (
    <section aria-labelledby="title" className="flex flex-col gap-3 rounded-lg border bg-surface px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 id="title" className="min-w-0 break-words font-semibold text-xl">
          {run.input || run.runId}
        </h1>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-soft">
          <RunStatus status={status} counts={run.attempts} />
          {describeRunEndReason(run)}
        </p>
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-ink-soft">
        <RunFacts run={run} />
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-6 gap-y-3 border-t pt-3">
        {listRunStats(run).map(({ name, value, note }, position) => (
          <div key={position}>
            <p className="text-ink-faint text-xs">{name}</p>
            <p className="font-semibold text-xl tabular-nums">{value}</p>
            <p className="text-ink-faint text-xs">{note}</p>
          </div>
        ))}
      </div>
      <OutcomeBar
        counts={counts}
        attempts={caseStatuses.reduce((sum, name) => sum + counts[name], 0)}
        status={status}
      />
      {decided !== undefined && <p className="break-words">Decided: {decided}</p>}
      {run.bothRates !== undefined && <p className="break-words text-ink-faint">Pass rate: {run.bothRates}</p>}
      {setAside !== undefined && (
        <p className="break-words text-ink-faint">Not counted in rates and gates: {setAside}</p>
      )}
      {rates.map(([name, words]) => (
        <p key={name} className="break-words text-ink-faint">
          {name}: {words}
        </p>
      ))}
      {run.unchecked !== undefined && <p className="break-words text-late">Unchecked: {run.unchecked}</p>}
      {idle.length > 0 && (
        <details className="text-ink-faint">
          <summary>Parts without effect in {formatCountWithNoun(idle.length, 'case')}</summary>
          <ul>
            {idle.map(({ id, parts }, position) => (
              <li key={position} className="break-words">
                {id}: {parts.join(', ')}
              </li>
            ))}
          </ul>
        </details>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="break-words text-late">
          {warning}
        </p>
      ))}
    </section>
  );
}

function describeRunEndReason({ status, reason }: PageRun): string {
  return reason === 'all passed' || reason === status ? '' : reason;
}

function RunFacts({ run }: { run: PageRun }) {
  const { suites, startedAt, toolVersion, gitCommit, runId } = run;
  const agents = [...new Set(suites.map(({ agentId }) => agentId))].join(', ');
  const connectors = new Set(suites.flatMap(({ connector }) => connector ?? []));
  const connector = run.connector ?? [...connectors].join(', ');
  return (
    <>
      <b className="font-semibold text-ink">{connector === '' ? agents : `${agents} @ ${connector}`}</b>
      <time dateTime={formatIsoTime(startedAt)} title={formatIsoTime(startedAt)}>
        {formatLocalTime(startedAt)}
      </time>
      {toolVersion !== '' && <span>Turntree {toolVersion}</span>}
      {gitCommit !== undefined && <span>commit {gitCommit.slice(0, 8)}</span>}
      <span>run {runId.slice(0, 13)}</span>
    </>
  );
}

type RunStat = { name: string; value: string; note: string };

function listRunStats(run: PageRun): RunStat[] {
  const { counts, attempts, attemptsPerCase, passRate, usage, metrics } = run;
  const judgedCount = countJudged(attempts);
  const total = caseStatuses.reduce((sum, status) => sum + counts[status], 0);
  const isRepeated = attemptsPerCase > 1;
  const cost = computeTotalCost(usage);
  return [
    {
      name: 'Pass rate',
      value: passRate === null ? '–' : formatDecimalPercent(passRate),
      note:
        passRate === null
          ? 'nothing was judged'
          : `${attempts.passed} of ${formatCountWithNoun(judgedCount, isRepeated ? 'attempt' : 'case')}`,
    },
    {
      name: 'Cases',
      value: formatCount(total),
      note: isRepeated
        ? `${run.decided === undefined ? '' : 'at most '}${attemptsPerCase} attempts each`
        : formatCaseCounts(run),
    },
    ...metrics.map(({ kind, score }) => ({
      name: metricTitleByKind[kind],
      value: score === null ? '–' : formatDecimalPercent(score),
      note: score === null ? 'nothing could be scored' : 'over all verdicts',
    })),
    { name: 'Duration', value: formatDuration(run.durationMs), note: 'from start to end' },
    ...Object.entries(usage).map(([role, { inputTokens, outputTokens }]) => ({
      name: `Tokens: ${role}`,
      value: formatCount(inputTokens + outputTokens),
      note: `${formatCount(inputTokens)} in, ${formatCount(outputTokens)} out`,
    })),
    ...(cost === undefined
      ? []
      : [{ name: 'Cost', value: formatCost(cost, run.currency), note: 'of all model calls' }]),
  ];
}

function formatCaseCounts({ counts, status: runStatus }: PageRun): string {
  const nonZero = caseStatuses.filter((status) => counts[status] > 0);
  return (
    nonZero
      .map((status) => `${counts[status]} ${formatOutcomeWord(status, { status: runStatus }).toLowerCase()}`)
      .join(', ') || 'none'
  );
}
