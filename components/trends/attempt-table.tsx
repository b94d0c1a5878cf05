import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/links';
import { Status } from '@/components/ui/status';
import type { CaseTrend } from '@/lib/queries';
import {
  formatAgentName,
  formatCount,
  formatCountWithNoun,
  formatIsoTime,
  formatLocalTime,
  formatScoreOrDash,
  replaceInvisibleCharacters,
} from '@/runner/format';
import { formatCost, formatDuration } from '@/runner/values';
import { conversationHref } from './addresses';

const ATTEMPTS_PER_PAGE = 50;

type Props = { trend: CaseTrend; caseAddress: { suiteKey: string; caseId: string } };

/** A paged table of all attempts of the case, newest first. */
export function AttemptTable({ trend: { runs }, caseAddress }: Props) {
  const [visibleCount, setShown] = useState(ATTEMPTS_PER_PAGE);
  const all = runs.flatMap((run) => run.attempts.map((attempt) => ({ run, attempt }))).toReversed();
  const withCost = all.some(({ attempt }) => attempt.cost !== null);
  const withScore = all.some(({ attempt }) => attempt.score !== null);
  return (
    <section aria-label="Attempts" className="flex min-w-0 flex-col gap-2 rounded-lg border bg-surface px-4 py-3">
      <h2 className="font-semibold text-xs">{formatCountWithNoun(all.length, 'attempt')}, newest first</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard */}
      <section aria-label="Table of attempts" tabIndex={0} className="overflow-x-auto">
        <table className="w-full whitespace-nowrap text-xs tabular-nums [&_td]:px-2 [&_td]:py-1 [&_th]:py-1">
          <thead className="text-ink-faint [&_th]:px-2 [&_th]:text-left [&_th]:font-normal">
            <tr>
              <th scope="col">Attempt</th>
              <th scope="col">Status</th>
              <th scope="col">Agent</th>
              <th scope="col">Duration</th>
              <th scope="col">Turns</th>
              <th scope="col">Tokens</th>
              {withCost && <th scope="col">Cost</th>}
              {withScore && <th scope="col">Score</th>}
            </tr>
          </thead>
          <tbody>
            {all.slice(0, visibleCount).map(({ run, attempt }) => (
              <tr key={`${run.runId} ${attempt.attempt}`} className="border-t">
                <th scope="row" className="px-2 text-left font-normal">
                  <TextLink
                    href={`${conversationHref(run.runId, caseAddress)}&attempt=${attempt.attempt}`}
                    title={formatIsoTime(attempt.startedAt)}
                  >
                    {formatLocalTime(attempt.startedAt)}
                    {run.attempts.length > 1 && `, ${attempt.attempt} of ${run.attempts.length}`}
                  </TextLink>
                </th>
                <td>
                  <Status of={attempt.status} />
                </td>
                <td className="max-w-64 truncate">{replaceInvisibleCharacters(formatAgentName(run))}</td>
                <td>{formatDuration(attempt.durationMs)}</td>
                <td>{attempt.turns}</td>
                <td>{attempt.tokens === 0 ? '–' : formatCount(attempt.tokens)}</td>
                {withCost && (
                  <td>{attempt.cost === null ? '–' : formatCost(attempt.cost, run.currency ?? undefined)}</td>
                )}
                {withScore && <td>{formatScoreOrDash(attempt.score)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {visibleCount < all.length && (
        <Button size="sm" className="self-start" onClick={() => setShown(visibleCount + ATTEMPTS_PER_PAGE)}>
          Show {Math.min(ATTEMPTS_PER_PAGE, all.length - visibleCount)} more
        </Button>
      )}
    </section>
  );
}
