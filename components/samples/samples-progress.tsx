import { Status } from '@/components/ui/status';
import type { AttemptRow, CaseRow } from '@/runner/fold';
import { formatCountWithNoun, formatExactPercent } from '@/runner/format';

/** Shows how many answers have arrived while a case runs, and their scores afterwards. */
export function SamplesProgress({ row }: { row: CaseRow }) {
  const running = row.attempts.find(({ status }) => status === 'running');
  if (running !== undefined) return <AnswerCounts of={row} attempt={running} />;
  const scores = row.attempts.flatMap(({ score }) => (typeof score === 'number' ? [score] : []));
  if (scores.length === 0) return null;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return (
    <span className="flex shrink-0 items-center gap-1.5">
      <span className="font-medium text-ink-soft tabular-nums">{formatExactPercent(mean)}</span>
      {isFlaky(row.attempts) && <Status of="flaky" show="word" />}
    </span>
  );
}

function AnswerCounts({ of, attempt: { samples = 0 } }: { of: CaseRow; attempt: AttemptRow }) {
  if (of.samples === undefined) return null;
  const words = `${samples} of ${formatCountWithNoun(of.samples, 'answer')}`;
  return (
    <span title={words} className="shrink-0 text-busy tabular-nums">
      <span aria-hidden>
        {samples}/{of.samples}
      </span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** Returns true if some, but not all, answers to the same question were correct. */
function isFlaky(attempts: readonly AttemptRow[]): boolean {
  return attempts.some(({ metrics = [] }) =>
    metrics.some(({ type, score }) => type === 'correctness' && score !== null && score > 0 && score < 1),
  );
}
