import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { SkeletonShape } from '@/components/layout/skeleton-shape';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { ProblemNotice } from '@/components/ui/problem-notice';
import { Select } from '@/components/ui/select';
import { Status } from '@/components/ui/status';
import { type AttemptsOfCase, caseInRunQuery, fullAttemptQuery } from '@/lib/queries';
import { chooseDefaultAttempt } from '@/lib/view/auto-selection';
import type { AttemptState } from '@/runner/fold';
import { formatDuration } from '@/runner/values';
import type { CaseComparison } from '@/runner/verdict';
import { ConversationDiff } from './conversation-diff';
import type { SideLabels } from './side-labels';

/**
 * The case to compare. `judged` is the number of attempts with a verdict: if a run in progress adds one, the comparison
 * reloads.
 */
export type CaseToCompare = Pick<CaseComparison, 'suiteKey' | 'id'> & {
  before?: { judged: number } | undefined;
  after?: { judged: number } | undefined;
};

type Props = {
  base: string;
  head: string;
  entry: CaseToCompare;
  left: number | null;
  right: number | null;
  onAttempts: (attempts: { left?: number; right?: number }) => void;
  /** The names of the two sides; by default, "before" and "after". */
  titles?: { before: string; after: string };
  /** Where the comparison scrolls when it opens. */
  openAt?: 'first difference';
};

/** Compares the same case in two runs, or two attempts in one run. Turns of the two conversations are aligned. */
export function AttemptComparison({ base, head, entry, left, right, onAttempts, titles, openAt }: Props) {
  const before = useComparisonSide({ runId: base, entry, judgedSide: entry.before?.judged ?? 0, attempt: left });
  const after = useComparisonSide({
    runId: head,
    entry,
    judgedSide: entry.after?.judged ?? 0,
    attempt: right,
    otherAttempt: base === head ? before.attempt : undefined,
  });
  const error = before.error ?? after.error;
  const isOneRun = base === head;
  const leftTitle = isOneRun ? `Attempt ${before.attempt}` : (titles?.before ?? 'Before');
  const rightTitle = isOneRun ? `Attempt ${after.attempt}` : (titles?.after ?? 'After');
  const words = isOneRun
    ? { before: `in attempt ${before.attempt}`, after: `in attempt ${after.attempt}` }
    : { before: `in ${titles?.before ?? 'the first run'}`, after: `in ${titles?.after ?? 'the second run'}` };
  if (error !== null) return <ProblemNotice error={error} onRetry={() => void before.retry()} />;
  return (
    <section aria-label="Comparison of a case" className="flex min-h-0 min-w-0 flex-col">
      <div className="grid shrink-0 grid-cols-2 border-b bg-surface text-xs max-sm:grid-cols-1">
        <ComparisonSideHeading
          title={leftTitle}
          runId={base}
          side={before}
          onAttempt={(attempt) => onAttempts({ left: attempt })}
        />
        <ComparisonSideHeading
          title={rightTitle}
          runId={head}
          side={after}
          onAttempt={(attempt) => onAttempts({ right: attempt })}
        />
      </div>
      <ComparisonBody before={before} after={after} words={words} openAt={openAt} />
    </section>
  );
}

type ComparisonSide = {
  caseId: string;
  row: AttemptsOfCase | undefined;
  attempt: number;
  state: AttemptState | undefined;
  loading: boolean;
  error: Error | null;
  retry: () => Promise<unknown>;
};

type ComparisonSideOptions = {
  runId: string;
  entry: CaseToCompare;
  judgedSide: number;
  attempt: number | null;
  /** The attempt that the other side shows, if both sides show the same run. */
  otherAttempt?: number | undefined;
};

function useComparisonSide({ runId, entry, judgedSide, attempt, otherAttempt }: ComparisonSideOptions): ComparisonSide {
  const run = useQuery(caseInRunQuery(runId, { suiteKey: entry.suiteKey, caseId: entry.id, judged: judgedSide }));
  const row = run.data?.found ?? undefined;
  const number = attempt ?? (row === undefined ? 1 : chooseAttemptToCompare(row, otherAttempt));
  const query = useQuery({
    ...fullAttemptQuery(runId, { suiteKey: row?.suiteKey ?? entry.suiteKey, caseId: entry.id, attempt: number }),
    enabled: row !== undefined,
  });
  return {
    caseId: entry.id,
    row,
    attempt: number,
    state: query.data,
    loading: run.isPending || (row !== undefined && query.isPending),
    error: run.error ?? query.error,
    retry: () => (run.isError ? run.refetch() : query.refetch()),
  };
}

/**
 * Returns the attempt to show by default. If the other side shows an attempt of the same run, prefers one with a
 * different result.
 */
function chooseAttemptToCompare(row: AttemptsOfCase, besides: number | undefined): number {
  if (besides === undefined) return chooseDefaultAttempt(row);
  const otherAttempt = row.attempts.find(({ attempt }) => attempt === besides);
  const others = row.attempts.filter((each) => each !== otherAttempt);
  return (others.find(({ status }) => status !== otherAttempt?.status) ?? others[0])?.attempt ?? besides;
}

type HeadingProps = { title: string; runId: string; side: ComparisonSide; onAttempt: (attempt: number) => void };

function ComparisonSideHeading({
  title,
  runId,
  side: { caseId, row, attempt, state, loading },
  onAttempt,
}: HeadingProps) {
  const id = useId();
  if (row === undefined)
    return <p className="px-4 py-2 text-ink-faint">{loading ? title : `${title}: not in this run`}</p>;
  const search = new URLSearchParams({ suite: row.suiteKey, case: caseId, attempt: String(attempt) });
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2 sm:gap-x-3">
      <span className="font-medium">{title}</span>
      {state?.result !== undefined && <Status of={state.result.status} />}
      {state?.result !== undefined && (
        <span className="text-ink-faint max-sm:hidden">{formatDuration(state.result.durationMs)}</span>
      )}
      {row.attempts.length > 1 && (
        <span className="w-36">
          <label htmlFor={id} className="sr-only">
            Attempt
          </label>
          <Select
            id={id}
            value={String(attempt)}
            onValueChange={(value) => onAttempt(Number(value))}
            placeholder="Choose an attempt"
            options={row.attempts.map((each) => ({
              value: String(each.attempt),
              text: `${each.attempt} (${each.status})`,
            }))}
          />
        </span>
      )}
      <TextLink href={`/runs/${runId}?${search}`} className="ml-auto">
        Open
      </TextLink>
    </div>
  );
}

type BodyProps = {
  before: ComparisonSide;
  after: ComparisonSide;
  words: SideLabels;
  openAt: 'first difference' | undefined;
};

function ComparisonBody({ before, after, words, openAt }: BodyProps) {
  if (before.loading || after.loading) return <SkeletonShape shape="conversation" />;
  if (before.state === undefined && after.state === undefined) return <Notice title="Neither run has this case." />;
  return <ConversationDiff before={before.state} after={after.state} words={words} openAt={openAt} />;
}
