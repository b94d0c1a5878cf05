import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useCommands } from '@/components/layout/commands';
import { useShortcuts } from '@/components/layout/use-shortcuts';
import { Button } from '@/components/ui/button';
import { GitCompareArrows, Search, Square } from '@/components/ui/icons';
import { loadExport } from '@/components/ui/lazy-component';
import { cancelRun, errorText, runAgain, type StartRunAnswer } from '@/lib/queries';
import type { CaseRow, RunState } from '@/runner/fold';
import { Problems } from '../../ui/problems';
import { reportDownloadUrl, reportFormats } from './report-address';
import { RerunMenu, type RerunScope } from './rerun-menu';

const ReportMenu = dynamic(() => loadExport(() => import('./report-menu'), 'ReportMenu'), {
  ssr: false,
});

const ReviewLink = dynamic(() => loadExport(() => import('./review-link'), 'ReviewLink'), {
  ssr: false,
});

type Props = {
  state: RunState;
  /** The number of cases that did not pass. */
  bad: number;
  /** The number of cases that did not run, because the run was stopped. */
  notRun: number;
  row: CaseRow | undefined;
};

/** Buttons to stop a run, or to run it again: all cases, those of one suite, the failed ones, or a single one. */
export function RunActions({ state, bad, notRun, row }: Props) {
  const router = useRouter();
  const start = useMutation({
    mutationFn: ({ page, ...scope }: RerunScope) => runAgain(state.runId, scope),
    onSuccess: (answer, { page }) => {
      if (answer.ok) router.push(page ?? `/runs/${answer.runId}`);
    },
  });
  const cancelMutation = useMutation({ mutationFn: () => cancelRun(state.runId) });
  const running = state.finishedAt === undefined;
  // Attacks and bisections cannot be repeated by running their cases again.
  const isRepeatable = state.options?.purpose === undefined;
  useShortcuts({ R: () => isRepeatable && row !== undefined && start.mutate(toCaseRerunScope(row)) });
  useCommands(() => [
    ...(isRepeatable ? [{ id: 'again', title: 'Run all cases again', run: () => start.mutate({}) }] : []),
    ...(row === undefined || !isRepeatable
      ? []
      : [
          { id: 'again-case', title: `Run ${row.id} again`, keys: 'R', run: () => start.mutate(toCaseRerunScope(row)) },
        ]),
    ...(running ? [{ id: 'stop', title: 'Stop the run', run: () => cancelMutation.mutate() }] : []),
    ...reportFormats.map((format) => ({
      id: `report-${format}`,
      title: `Download a report: .${format}`,
      run: () => window.location.assign(reportDownloadUrl(state.runId, format)),
    })),
  ]);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {running && (
        <Button
          look="danger"
          size="sm"
          disabled={!cancelMutation.isIdle && !cancelMutation.isError}
          onClick={() => cancelMutation.mutate()}
        >
          <Square aria-hidden className="size-3 fill-current" />
          {cancelMutation.isIdle || cancelMutation.isError ? 'Stop' : 'Stopping…'}
        </Button>
      )}
      {!running && (
        <Link
          href={`/compare?head=${encodeURIComponent(state.runId)}`}
          className="flex h-7 items-center gap-1.5 rounded-md border bg-surface px-2 font-medium text-xs hover:bg-hover"
        >
          <GitCompareArrows aria-hidden className="size-3.5" />
          <span className="max-sm:sr-only">Compare</span>
        </Link>
      )}
      {!running && <ReviewLink runId={state.runId} rows={state.rows} counts={state.counts} />}
      <Link
        href={`/search?run=${encodeURIComponent(state.runId)}`}
        aria-label="Search this run"
        className="flex h-7 items-center gap-1.5 rounded-md border bg-surface px-2 font-medium text-xs hover:bg-hover"
      >
        <Search aria-hidden className="size-3.5" />
        <span className="max-sm:sr-only">Search</span>
      </Link>
      <ReportMenu runId={state.runId} />
      {isRepeatable && (
        <RerunMenu
          state={state}
          badCount={bad}
          notRunCount={notRun}
          row={row}
          isStarting={start.isPending}
          onChoose={start.mutate}
        />
      )}
      <StartProblems start={start} stopError={cancelMutation.error} />
    </div>
  );
}

type StartProblemsProps = {
  start: UseMutationResult<StartRunAnswer, Error, RerunScope>;
  stopError: Error | null;
};

function StartProblems({ start, stopError }: StartProblemsProps) {
  const refused = start.data?.ok === false ? start.data.problems : [];
  const problems = [...refused, ...errorText(start.error), ...errorText(stopError)];
  if (problems.length === 0) return null;
  return (
    <div className="fixed inset-x-3 bottom-3 z-30 mx-auto max-w-2xl shadow-raised">
      <Problems problems={problems} />
    </div>
  );
}

function toCaseRerunScope({ suiteKey, id }: CaseRow): RerunScope {
  return { suite: suiteKey, case: id };
}
