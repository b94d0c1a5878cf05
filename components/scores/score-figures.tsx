import { Status } from '@/components/ui/status';
import type { ScoreCell } from '@/runner/contract';
import type { AttemptState, CaseRow } from '@/runner/fold';
import { formatScoreOrDash } from '@/runner/format';
import { formatScoreRange } from './score-text';

const MAX_SHOWN_SCORES = 3;

/** Shows as many scores of a case as there is space for in its row. */
export function CaseRowScores({ row: { attempts } }: { row: CaseRow }) {
  const [onlyAttempt] = attempts;
  if (attempts.length === 1) return <ScoreCells cells={onlyAttempt?.cells ?? []} />;
  const scores = attempts.flatMap(({ score }) => (typeof score === 'number' ? [score] : []));
  if (scores.length === 0) return null;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return <span className="shrink-0 font-medium text-ink-soft tabular-nums">{formatScoreOrDash(mean)}</span>;
}

/** Shows the scores of an attempt, with the expected range. */
export function AttemptScores({ announced, attempt }: { announced: CaseRow; attempt: AttemptState }) {
  return (
    <>
      {announced.range !== undefined && (
        <span className="text-ink-faint tabular-nums">expected {formatScoreRange(announced.range)}</span>
      )}
      <ScoreCells cells={attempt.scores} />
    </>
  );
}

function ScoreCells({ cells }: { cells: readonly ScoreCell[] }) {
  const hiddenCount = cells.length - MAX_SHOWN_SCORES;
  return (
    <span className="flex shrink-0 items-center gap-2 tabular-nums">
      {cells.slice(0, MAX_SHOWN_SCORES).map(({ metric, score, passed, notScorable }, position) => (
        <span key={position} title={metric} className="flex items-center gap-0.5">
          <span className="sr-only">{metric} </span>
          <span className="font-medium text-ink-soft">{formatScoreOrDash(score)}</span>
          {cells.length > 1 && !passed && notScorable !== true && (
            <Status of={score === null ? 'error' : 'failed'} show="icon" className="[&_svg]:size-3" />
          )}
        </span>
      ))}
      {hiddenCount > 0 && <span className="text-ink-faint">+{hiddenCount}</span>}
    </span>
  );
}
