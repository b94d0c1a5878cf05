import { toVerdictStatus } from '@/components/samples/describe-verdict';
import { JudgeExchange } from '@/components/samples/judge-exchange';
import { JudgeText } from '@/components/samples/judge-text';
import { Notice } from '@/components/ui/notice';
import { Status } from '@/components/ui/status';
import type { Score } from '@/runner/contract';
import type { AttemptState } from '@/runner/fold';
import { formatScoreOrDash } from '@/runner/format';
import { formatDuration } from '@/runner/values';
import { ScoreRuler } from './score-ruler';
import { formatScoreRange, rangeDistanceText } from './score-text';

/** Shows each score of an output with its expected range and the reason. */
export function ScoresTab({ attempt: { scores, result } }: { attempt: AttemptState }) {
  if (scores.length === 0) {
    return (
      <Notice
        title={result === undefined ? 'Nothing has been scored yet.' : 'Nothing was scored.'}
        details={[
          result === undefined
            ? 'Scores appear here as soon as the scorers give them.'
            : (result.error ?? result.reason ?? 'Without an output there is nothing to score.'),
        ]}
      />
    );
  }
  return (
    <ol className="flex flex-col divide-y">
      {scores.map((score) => (
        <li key={score.position}>
          <ScoreEntry score={score} />
        </li>
      ))}
    </ol>
  );
}

function ScoreEntry({ score: verdict }: { score: Score }) {
  const { metric, score, range, reason, error, durationMs, request, response } = verdict;
  const facts = [
    ...(range === undefined ? [] : [`expected ${formatScoreRange(range)}`, rangeDistanceText(score, range)]),
    ...(durationMs === undefined ? [] : [formatDuration(durationMs)]),
  ];
  return (
    <section aria-label={metric} className="flex flex-col gap-2 px-4 py-3">
      <h2 className="flex items-baseline gap-2">
        <span className="min-w-0 grow break-words font-medium">{metric}</span>
        <span className="font-semibold tabular-nums">{formatScoreOrDash(score)}</span>
        <Status of={toVerdictStatus(verdict)} />
      </h2>
      {range !== undefined && <ScoreRuler score={score} range={range} />}
      <p className="text-2xs text-ink-faint tabular-nums">{facts.join(' · ')}</p>
      {error !== undefined && <p className="whitespace-pre-wrap break-words text-broken text-xs">{error}</p>}
      {reason !== undefined && reason.trim() !== '' && <JudgeText text={reason} />}
      <JudgeExchange request={request} response={response} />
    </section>
  );
}
