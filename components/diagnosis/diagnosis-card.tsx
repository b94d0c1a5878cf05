import { useState } from 'react';
import { useNow } from '@/components/layout/current-time';
import { Button, IconButton } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { ChevronDown, Stethoscope } from '@/components/ui/icons';
import { LinkButton, TextLink } from '@/components/ui/links';
import type { AttemptExplanation } from '@/lib/queries';
import { formatCauseTerm } from '@/lib/view/case-filter';
import type { AttemptId } from '@/runner/fold';
import { formatCountWithNoun, formatRelativeTime } from '@/runner/format';
import { describeCaseHistory, formatDiagnosisHeadline, hashCause, listDiagnosisDetails } from '@/runner/verdict';
import { TextWithCode } from './text-with-code';

type Props = {
  explanation: AttemptExplanation;
  attemptId: AttemptId;
  onTurn: (turn: number) => void;
  /** True if the last passed conversation is shown beside this conversation. */
  isBesidePassed: boolean;
  onBeside: (isBeside: boolean) => void;
};

/**
 * Shows why an attempt failed, since when it has failed, and what has changed. On narrow screens, it is one line that
 * expands.
 */
export function DiagnosisCard({ explanation, attemptId, onTurn, isBesidePassed, onBeside }: Props) {
  const { diagnosis, past: caseHistory, alike: sameCauseCount = 0, passed } = explanation;
  const now = useNow(60_000);
  const [unfolded, setUnfolded] = useState(false);
  const { turn } = diagnosis.cause;
  const remarks =
    caseHistory === undefined ? [] : describeCaseHistory(caseHistory, (ms) => formatRelativeTime(ms, now));
  return (
    <section
      aria-label="Why it failed"
      className="flex max-h-56 shrink-0 flex-col gap-1 overflow-y-auto border-b bg-fail-soft px-4 py-1.5 text-xs xl:py-2.5"
    >
      <h3 className="flex items-baseline gap-2 font-semibold text-ink text-sm">
        <Stethoscope aria-hidden className="size-4 shrink-0 self-center text-fail" />
        <span className={cn('min-w-0 break-words', !unfolded && 'max-xl:truncate')}>
          <TextWithCode text={formatDiagnosisHeadline(diagnosis)} />
        </span>
        <IconButton
          icon={ChevronDown}
          label="Details of the failure"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
          className={cn('size-6 self-center xl:hidden', unfolded && '[&_svg]:rotate-180')}
        />
        {turn !== undefined && (
          <LinkButton onClick={() => onTurn(turn)} className="ml-auto shrink-0 font-medium text-xs">
            Go to T{turn}
          </LinkButton>
        )}
      </h3>
      <ul className={cn('flex flex-col gap-0.5 text-ink-soft', !unfolded && 'max-xl:hidden')}>
        {listDiagnosisDetails(diagnosis).map((line, index) => (
          <li key={index} className="break-words">
            <TextWithCode text={line} />
          </li>
        ))}
      </ul>
      <p className={cn('flex flex-wrap items-center gap-x-1.5 gap-y-1 text-ink', !unfolded && 'max-xl:hidden')}>
        {remarks.map(({ words, runId }, index) => (
          <span key={index}>
            {index > 0 && <span className="text-ink-faint">· </span>}
            {runId === undefined ? (
              words
            ) : (
              <TextLink look="inline" href={caseHref(runId, attemptId)}>
                {words}
              </TextLink>
            )}
          </span>
        ))}
        {sameCauseCount > 0 && (
          <span>
            {remarks.length > 0 && <span className="text-ink-faint">· </span>}
            <TextLink
              look="inline"
              href={`?${new URLSearchParams({ q: formatCauseTerm(hashCause(diagnosis.cause.fingerprint)) })}`}
            >
              same cause as {formatCountWithNoun(sameCauseCount, 'other case')}
            </TextLink>
          </span>
        )}
        {passed !== undefined && (
          <Button size="sm" aria-pressed={isBesidePassed} onClick={() => onBeside(!isBesidePassed)} className="ml-auto">
            {isBesidePassed ? 'Conversation only' : 'Where it diverged'}
          </Button>
        )}
      </p>
    </section>
  );
}

function caseHref(runId: string, { suiteKey, caseId }: AttemptId): string {
  return `/runs/${runId}?${new URLSearchParams({ suite: suiteKey, case: caseId })}`;
}
