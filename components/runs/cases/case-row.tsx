import type { ReactNode } from 'react';
import { phaseLabels } from '@/components/conversation/phase-labels';
import { CaseRowHealthBadge } from '@/components/diagnosis/case-health';
import { FaultMarks } from '@/components/faults/fault-marks';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/cn';
import { ElapsedTime } from '@/components/ui/elapsed-time';
import { ChoiceRow } from '@/components/ui/links';
import { Status } from '@/components/ui/status';
import { toneClasses } from '@/components/ui/status-look';
import { getRowStatus, isUnsuccessful } from '@/lib/view/row-status';
import { reviewVerdicts } from '@/runner/contract';
import { type AttemptRow, type CaseRow, isExcluded } from '@/runner/fold';
import { formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';
import { formatDuration } from '@/runner/values';
import { describeDecision } from '@/runner/verdict';
import { reviewLook } from '../../reviews/review-look';
import { toDisplayStatus } from '../display-status';
import { CaseName } from './case-name';
import { rowViewByCaseKind } from './row-views';

type Props = {
  row: CaseRow;
  reviews: readonly string[] | undefined;
  href: string;
  isChosen: boolean;
  onChoose: (attempt: number | undefined) => void;
};

/** A row in the case list of a run: the status, the progress, and what the case is waiting for. */
export function CaseRowLink({ row, reviews, href, isChosen, onChoose }: Props) {
  return (
    <ChoiceRow href={href} chosen={isChosen} onChoose={(event) => onChoose(attemptOfClickedDot(event.target))}>
      <CaseSummary row={row}>{reviews !== undefined && <ReviewMarks verdicts={reviews} />}</CaseSummary>
    </ChoiceRow>
  );
}

/** Summarizes a case in two lines; `children` adds information that is not part of the run. */
export function CaseSummary({ row, children }: { row: CaseRow; children?: ReactNode }) {
  const onlyAttempt = row.attempts.length === 1 ? row.attempts[0] : undefined;
  const status = getRowStatus(row);
  const decisionText = describeDecision(row);
  const { Facts, hasTurns } = rowViewByCaseKind[row.kind];
  const running = row.attempts.find((attempt) => attempt.status === 'running');
  return (
    <>
      <Status of={toDisplayStatus(row, status)} show="icon" className="mt-0.5 self-start" />
      <span className="flex min-w-0 grow flex-col gap-0.5">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 truncate">
            <CaseName id={row.id} name={row.name} />
          </span>
          <span className="ml-auto shrink-0 text-2xs text-ink-faint tabular-nums">{caseDurationText(row)}</span>
        </span>
        <span className="flex h-4 items-center gap-2 text-2xs text-ink-faint">
          {children}
          {row.setAside !== undefined && (
            <Badge
              title={
                isExcluded(row)
                  ? 'Does not count in rates and gates'
                  : 'Expected to fail but had an error; errors count in rates and gates'
              }
              className="shrink-0"
            >
              {row.setAside === 'quarantine' ? 'quarantined' : 'expected to fail'}
            </Badge>
          )}
          <CaseRowHealthBadge row={row} />
          <FaultMarks row={row} />
          {Facts !== undefined && <Facts row={row} />}
          {onlyAttempt === undefined && <AttemptDots attempts={row.attempts} />}
          {decisionText !== undefined && <span className="min-w-0 truncate">{decisionText}</span>}
          <span className="min-w-0 truncate">
            {running === undefined ? (
              replaceInvisibleCharacters(caseStatusNote(row, onlyAttempt))
            ) : (
              <AttemptPhaseNote attempt={running} hasTurns={hasTurns === true} />
            )}
          </span>
        </span>
      </span>
    </>
  );
}

function AttemptPhaseNote({ attempt, hasTurns }: { attempt: AttemptRow; hasTurns: boolean }) {
  const tryNote = attempt.repeated === undefined ? '' : `try ${attempt.repeated + 1}, `;
  if (attempt.phase === undefined) return `${tryNote}starting`;
  return (
    <span className="text-busy">
      {tryNote}
      {hasTurns && `T${attempt.phase.turn}, `}
      {phaseLabels[attempt.phase.phase]} <ElapsedTime from={attempt.phase.since} />
    </span>
  );
}

function caseStatusNote(row: CaseRow, onlyAttempt: AttemptRow | undefined): string {
  const missingCheckpoint =
    onlyAttempt && isUnsuccessful(onlyAttempt.status) ? findMissingCheckpoint(row, onlyAttempt) : undefined;
  const note = caseReasonText(row, onlyAttempt);
  return missingCheckpoint === undefined ? note : `✗ ${missingCheckpoint} · ${note}`;
}

/**
 * Returns the checkpoint to name as the cause of a failed attempt: the first required one that was not reached although
 * all its predecessors were.
 */
function findMissingCheckpoint({ checkpoints = [] }: CaseRow, { pips = {}, status }: AttemptRow): string | undefined {
  if (status !== 'failed') return undefined;
  const isCheckpointReached = (id: string) => pips[id]?.state === 'reached' || pips[id]?.state === 'kept';
  const missingCheckpoints = checkpoints.filter(
    ({ id, required }) => required && !isCheckpointReached(id) && pips[id]?.state !== 'broken',
  );
  return (missingCheckpoints.find(({ after }) => after.every(isCheckpointReached)) ?? missingCheckpoints[0])?.id;
}

function caseReasonText(row: CaseRow, onlyAttempt: AttemptRow | undefined): string {
  const attemptWithReason = row.attempts.find(({ error, reason }) => error !== undefined || reason !== undefined);
  const words = attemptWithReason?.error ?? attemptWithReason?.reason;
  const isScored = row.attempts.some(({ cells = [] }) => cells.length > 0);
  if (words !== undefined && !isScored) return words;
  const turns =
    onlyAttempt?.pips !== undefined && onlyAttempt.turns > 0
      ? formatCountWithNoun(onlyAttempt.turns, 'turn')
      : undefined;
  return turns ?? row.preview ?? '';
}

function caseDurationText(row: CaseRow): string {
  const durations = row.attempts.flatMap(({ durationMs, status }) =>
    durationMs === undefined || status === 'skipped' ? [] : [durationMs],
  );
  if (durations.length === 0) return '';
  const mean = durations.reduce((sum, ms) => sum + ms, 0) / durations.length;
  return durations.length === 1 ? formatDuration(mean) : `⌀ ${formatDuration(mean)}`;
}

function ReviewMarks({ verdicts }: { verdicts: readonly string[] }) {
  return reviewVerdicts
    .filter((verdict) => verdicts.includes(verdict))
    .map((verdict) => {
      const { word, icon: Icon, tone } = reviewLook[verdict];
      return (
        <span key={verdict} className={cn('shrink-0', toneClasses[tone].text)} title={`Reviewed: ${word}`}>
          <Icon aria-hidden className="size-3" strokeWidth={2.5} />
          <span className="sr-only">Reviewed: {word}</span>
        </span>
      );
    });
}

const MAX_DOTS = 12;

/** Shows a dot for the result of each attempt. `attemptOfClickedDot` returns the attempt whose dot was clicked. */
function AttemptDots({ attempts }: { attempts: readonly AttemptRow[] }) {
  const passed = attempts.filter(({ status }) => status === 'passed').length;
  return (
    <span className="flex shrink-0 items-center gap-0.5">
      <span className="sr-only">
        {passed} of {attempts.length} attempts passed:
      </span>
      {attempts.slice(0, MAX_DOTS).map(({ attempt, status }) => (
        <span
          key={attempt}
          data-attempt={attempt}
          title={`Attempt ${attempt}`}
          className="hover:rounded-sm hover:bg-chosen"
        >
          <Status of={status} show="icon" className="[&_svg]:size-3" />
        </span>
      ))}
      {attempts.length > MAX_DOTS && <span className="text-2xs text-ink-faint">+{attempts.length - MAX_DOTS}</span>}
    </span>
  );
}

/** Returns the attempt whose dot was clicked. */
function attemptOfClickedDot(target: EventTarget): number | undefined {
  const dot = target instanceof Element ? target.closest('[data-attempt]') : null;
  return dot === null ? undefined : Number(dot.getAttribute('data-attempt'));
}
