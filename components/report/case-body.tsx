import { useMemo, useState } from 'react';
import { toDisplayStatus } from '@/components/runs/display-status';
import { IdScopeContext } from '@/components/ui/id-scope';
import { Status } from '@/components/ui/status';
import { chooseDefaultAttempt } from '@/lib/view/auto-selection';
import { type CaseRow, countStatuses } from '@/runner/fold';
import { formatLocalTime } from '@/runner/format';
import type { PageResult } from '@/runner/reporters/html/page-data';
import { formatDecimalPercent, formatDuration } from '@/runner/values';
import {
  computeDurationStatistics,
  computePassRate,
  countCaseFaults,
  describeCaseHealthSince,
  findCaseDecision,
  formatBriefAgentOnlyRate,
} from '@/runner/verdict';
import { AttemptView } from './attempt-view';

type Props = {
  row: CaseRow;
  /** Parses and returns the attempts of the case. Called once. */
  read: () => readonly PageResult[];
  /** A prefix for the ids of all elements of this case, which makes them unique in the page. */
  scope: string;
  /** The number of the turn to which the page scrolls. */
  turn?: string | undefined;
  printing: boolean;
};

/** Shows one case with all its attempts; if there are several, the first failed one is open. */
export function CaseBody({ row, read, scope, turn, printing }: Props) {
  const [results] = useState(read);
  const first = useMemo(() => chooseDefaultAttempt({ attempts: results }), [results]);
  const [onlyResult] = results;
  if (results.length === 1 && onlyResult !== undefined) {
    return (
      <IdScopeContext value={scope}>
        <AttemptView row={row} result={onlyResult} turn={turn} printing={printing} />
      </IdScopeContext>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <StabilityLine row={row} results={results} />
      {results.map((result) => (
        <IdScopeContext key={result.attempt} value={`${scope}-${result.attempt}`}>
          <CollapsibleAttempt
            row={row}
            result={result}
            turn={result.attempt === first ? turn : undefined}
            printing={printing}
            openAtFirst={result.attempt === first}
          />
        </IdScopeContext>
      ))}
    </div>
  );
}

type AttemptProps = Pick<Props, 'row' | 'turn' | 'printing'> & { result: PageResult; openAtFirst: boolean };

function CollapsibleAttempt({ row, result, turn, printing, openAtFirst }: AttemptProps) {
  const [open, setOpen] = useState(openAtFirst);
  return (
    <details
      open={open || printing}
      onToggle={(event) => !printing && setOpen(event.currentTarget.open)}
      className="rounded-lg border bg-surface px-3 py-2"
    >
      <summary>
        <span className="inline-flex items-baseline gap-3">
          <b className="font-semibold">Attempt {result.attempt}</b>
          <Status of={toDisplayStatus(result, result.status)} />
          <span className="text-ink-faint tabular-nums">{formatDuration(result.durationMs)}</span>
        </span>
      </summary>
      {(open || printing) && (
        <div className="mt-3">
          <AttemptView row={row} result={result} turn={turn} printing={printing} />
        </div>
      )}
    </details>
  );
}

function StabilityLine({ row, results }: { row: CaseRow; results: readonly PageResult[] }) {
  const judgedResults = results.filter(({ status }) => status !== 'skipped');
  const durations = computeDurationStatistics(judgedResults.map(({ durationMs }) => durationMs));
  const counts = countStatuses(judgedResults.map(({ status }) => status));
  const agentOnly = formatBriefAgentOnlyRate(counts, countCaseFaults({}, row));
  const rate = computePassRate(counts);
  if (rate === null || durations === null || findCaseDecision(row) !== undefined) return null;
  const { avg, min, max, stdDeviation } = durations;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-0.5">
      <span>
        {counts.passed} of {judgedResults.length} passed ({formatDecimalPercent(rate)}
        {agentOnly !== undefined && `, ${agentOnly}`})
      </span>
      <span className="text-ink-faint">
        average {formatDuration(avg)}, from {formatDuration(min)} to {formatDuration(max)}, deviation{' '}
        {formatDuration(stdDeviation)}
      </span>
      {row.standing !== undefined && <span>over runs: {describeCaseHealthSince(row.standing, formatLocalTime)}</span>}
    </p>
  );
}
