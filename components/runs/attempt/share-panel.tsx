import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { listAttachments } from '@/components/conversation/list-attachments';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { FileDown } from '@/components/ui/icons';
import { Problems } from '@/components/ui/problems';
import { Skeleton } from '@/components/ui/skeleton';
import { errorText, reviewsQuery } from '@/lib/queries';
import { type OmittableReportPart, omittableReportParts } from '@/runner/contract';
import { type AttemptState, toMessages } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';
import { conversationDownloadUrl } from '../header/report-address';

/**
 * How many milliseconds the list must have been visible before a click saves the file, so that the user can read it
 * first.
 */
const MIN_READING_TIME_MS = 300;

type Props = {
  id: string;
  runId: string;
  attempt: AttemptState;
  turn: number | null;
  leaveOut: readonly OmittableReportPart[];
  onLeaveOut: (leftOutParts: readonly OmittableReportPart[]) => void;
  /** Called when the list is complete and has been visible long enough. */
  onReadable: () => void;
  onSaved: () => void;
};

/** Lists what the file of a conversation will contain. The user can untick parts to leave them out. */
export function SharePanel({ id, runId, attempt, turn, leaveOut, onLeaveOut, onReadable, onSaved }: Props) {
  const counts = useReportPartCounts(runId, attempt);
  const isListed = counts.data !== undefined;
  const announceReadable = useEffectEvent(onReadable);
  useEffect(() => {
    if (!isListed) return;
    const timer = setTimeout(() => announceReadable(), MIN_READING_TIME_MS);
    return () => clearTimeout(timer);
  }, [isListed]);
  function downloadConversation(): void {
    const { suiteKey, caseId } = attempt;
    window.location.assign(
      conversationDownloadUrl(runId, { suiteKey, caseId, attempt: attempt.attempt, turn, leaveOut }),
    );
    onSaved();
  }
  return (
    <div className="absolute right-0 z-50 pt-1 max-sm:inset-x-2">
      <form
        id={id}
        aria-label="Share this conversation"
        onSubmit={(event) => {
          event.preventDefault();
          if (isListed) downloadConversation();
        }}
        className="flex w-96 animate-appear flex-col gap-2.5 rounded-lg border bg-raised px-4 py-3 text-sm shadow-raised max-sm:w-full"
      >
        <Problems title="The reviewer notes could not be counted." problems={errorText(counts.error)} />
        {counts.data === undefined ? (
          <Skeleton className="h-32" />
        ) : (
          <ReportPartsChecklist
            counts={counts.data}
            leaveOut={leaveOut}
            onLeaveOut={onLeaveOut}
            summaryId={`${id}-summary`}
          />
        )}
        <p className="text-ink-soft text-xs">
          Always included: answers of the agent, names and arguments of its tool calls, checks with their reasons, and,
          if it failed, the last conversation that passed. Secrets of the workspace are masked. Parts that you untick
          are also removed from checks that quote them in full; an answer of the agent may still repeat them.
        </p>
        <Button type="submit" look="primary" size="sm" icon={FileDown} disabled={!isListed} className="self-end">
          Download
        </Button>
      </form>
    </div>
  );
}

type ReportPartCounts = Readonly<Record<OmittableReportPart, number>>;

function ReportPartsChecklist({
  counts,
  leaveOut,
  onLeaveOut,
  summaryId,
}: Pick<Props, 'leaveOut' | 'onLeaveOut'> & { counts: ReportPartCounts; summaryId: string }) {
  const tickedParts = omittableReportParts.filter((part) => counts[part] > 0 && !leaveOut.includes(part));
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">A click on Share downloads one HTML file with</legend>
      {omittableReportParts.map((part) => (
        <label key={part} className="flex min-h-6 items-center gap-2">
          <Checkbox
            checked={tickedParts.includes(part)}
            disabled={counts[part] === 0}
            onChange={(isIncluded) =>
              onLeaveOut(isIncluded ? leaveOut.filter((other) => other !== part) : [...leaveOut, part])
            }
          />
          {formatCountWithNoun(counts[part], reportPartNames[part])}
        </label>
      ))}
      <p id={summaryId} className="sr-only">
        Downloads one HTML file with{' '}
        {tickedParts.map((part) => formatCountWithNoun(counts[part], reportPartNames[part])).join(', ') ||
          'the answers of the agent only'}
        . Tab moves to the list, where parts can be left out.
      </p>
    </fieldset>
  );
}

function useReportPartCounts(runId: string, attempt: AttemptState): { data?: ReportPartCounts; error: Error | null } {
  const { data, error } = useQuery(reviewsQuery(runId));
  if (data === undefined) return { error };
  const { suiteKey, caseId } = attempt;
  const notes = [...data.reviews, ...data.turnReviews].filter(
    (review) => review.suiteKey === suiteKey && review.caseId === caseId && review.attempt === attempt.attempt,
  );
  return { data: { ...countReportParts(attempt), notes: notes.length }, error: null };
}

const reportPartNames: Readonly<Record<OmittableReportPart, string>> = {
  users: 'user message',
  tools: 'tool result',
  attachments: 'attachment',
  notes: 'reviewer note',
};

function countReportParts({ turns, result }: AttemptState): Record<Exclude<OmittableReportPart, 'notes'>, number> {
  const contents = [
    ...toMessages(result?.input).flatMap(({ role, content }) => (role === 'user' ? [content] : [])),
    // Leaves out the first turn, because its message is the input of the case.
    ...turns.slice(1).map(({ input }) => input),
  ];
  const calls = turns.length === 0 ? result?.toolCalls : turns.flatMap(({ response }) => response?.toolCalls ?? []);
  return {
    users: contents.length,
    tools: (calls ?? []).filter((call) => call.result !== undefined || call.error !== undefined).length,
    attachments: contents.flatMap((content) => listAttachments(content)).length,
  };
}
