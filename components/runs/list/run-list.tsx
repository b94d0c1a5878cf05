import { useMutation, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { useNow } from '@/components/layout/current-time';
import { cn } from '@/components/ui/cn';
import { DeletedNote } from '@/components/ui/deleted-note';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { deleteRuns, labelRun, type RunListItem, type RunsPage, restoreRuns, runAgain } from '@/lib/queries';
import { formatCountWithNoun } from '@/runner/format';
import { Problems } from '../../ui/problems';
import { findSharedFolder } from '../suite-names';
import { groupRuns, type RunGrouping, runGroupings } from './group-runs';
import type { RunMenuActions } from './run-menu';
import { RunRow, runColumns } from './run-row';

const LabelDialog = lazyComponent(dynamic(() => loadExport(() => import('./label-dialog'), 'LabelDialog')));

const columnHeadings = [
  'Suite',
  'Label and commit',
  'Agent',
  'Status',
  'Pass rate',
  'Trend',
  'Cases',
  'Duration',
  'Started',
];

type Props = { page: RunsPage; by: RunGrouping; onBy: (by: RunGrouping) => void; emptyText: ReactNode };

/** Lists the runs with their actions, and offers undo after a deletion. */
export function RunList({ page, by, onBy, emptyText }: Props) {
  const router = useRouter();
  const client = useQueryClient();
  const refreshRuns = () => client.invalidateQueries({ queryKey: ['runs'] });
  const [named, setNamed] = useState<RunListItem>();
  const [deleted, setDeleted] = useState<string[]>([]);
  const rerun = useMutation({
    mutationFn: (run: RunListItem) => runAgain(run.runId),
    onSuccess: (answer) => {
      if (answer.ok) router.push(`/runs/${answer.runId}`);
    },
  });
  const remove = useMutation({
    mutationFn: (run: RunListItem) => deleteRuns([run.runId]),
    onSuccess: (_, run) => {
      setDeleted((ids) => [...ids, run.runId]);
      return refreshRuns();
    },
  });
  const restore = useMutation({
    mutationFn: () => restoreRuns(deleted),
    onSuccess: () => {
      setDeleted([]);
      return refreshRuns();
    },
  });
  const rename = useMutation({
    mutationFn: ({ runId, label }: { runId: string; label: string }) => labelRun(runId, label),
    onSuccess: refreshRuns,
  });
  const actions = { again: rerun.mutate, rename: setNamed, remove: remove.mutate };
  const refused = rerun.data?.ok === false ? rerun.data.problems : [];
  const errors = [rerun.error, remove.error, restore.error, rename.error].flatMap((error) => error?.message ?? []);
  return (
    <>
      <p role="status" className="sr-only">
        {runningRunsText(page.runs)}
      </p>
      {[...refused, ...errors].length > 0 && <Problems problems={[...refused, ...errors]} />}
      {page.runs.length === 0 ? (
        emptyText
      ) : (
        <>
          <GroupSwitch by={by} onBy={onBy} />
          <RunTable page={page} by={by} actions={actions} />
        </>
      )}
      {deleted.length > 0 && (
        <DeletedNote
          text={formatCountWithNoun(deleted.length, 'run')}
          disabled={restore.isPending}
          onUndo={() => restore.mutate()}
          onClose={() => setDeleted([])}
        />
      )}
      {named !== undefined && (
        <LabelDialog
          run={named}
          onSave={(label) => rename.mutate({ runId: named.runId, label })}
          onClose={() => setNamed(undefined)}
        />
      )}
    </>
  );
}

const groupingTitles = { day: 'Day', suite: 'Suite', none: 'None' } as const satisfies Record<RunGrouping, string>;

function GroupSwitch({ by, onBy }: Pick<Props, 'by' | 'onBy'>) {
  return (
    <fieldset className="-mb-2 flex items-center gap-1.5 text-xs">
      <legend className="float-left mr-1.5 text-ink-faint">Group by</legend>
      <span className="flex rounded-md border bg-sunken p-0.5">
        {runGroupings.map((grouping) => (
          <button
            key={grouping}
            type="button"
            aria-pressed={grouping === by}
            onClick={() => onBy(grouping)}
            className={cn(
              'h-6 rounded-sm px-2',
              grouping === by ? 'bg-raised font-medium' : 'text-ink-soft hover:text-ink',
            )}
          >
            {groupingTitles[grouping]}
          </button>
        ))}
      </span>
    </fieldset>
  );
}

function RunTable({ page, by, actions }: Pick<Props, 'page' | 'by'> & { actions: RunMenuActions }) {
  const now = useNow(60_000);
  const folder = findSharedFolder(page.runs.map(({ suiteKey }) => suiteKey));
  return (
    <div className="overflow-hidden rounded-lg border bg-surface">
      <div aria-hidden className={`hidden border-b bg-sunken px-4 py-1.5 text-2xs text-ink-faint ${runColumns}`}>
        {columnHeadings.map((heading) => (
          <span key={heading} className={heading === 'Label and commit' ? 'lg:max-xl:hidden' : 'truncate'}>
            {heading}
            {heading === 'Suite' && folder !== '' && ` in ${folder}`}
          </span>
        ))}
      </div>
      <ul aria-label="Runs, newest first">
        {groupRuns(page.runs, { by, now, folder }).flatMap(({ title, runs }) =>
          runs.map((run, index) => (
            <li key={run.runId} className="border-b last:border-b-0">
              {index === 0 && title !== undefined && (
                <h2
                  // The time zone of the browser may differ from that of the server, so the dates may change after
                  // hydration.
                  suppressHydrationWarning
                  className="break-words border-b bg-sunken px-4 py-1 font-medium text-ink-soft text-xs"
                >
                  {title}{' '}
                  <span className="font-normal text-ink-faint tabular-nums">
                    {formatCountWithNoun(runs.length, 'run')}
                  </span>
                </h2>
              )}
              <RunRow run={run} page={page} folder={folder} actions={actions} />
            </li>
          )),
        )}
      </ul>
    </div>
  );
}

/** Describes the runs in progress for screen readers. */
function runningRunsText(runs: RunsPage['runs']): string {
  const running = runs.filter(({ status }) => status === 'running');
  if (running.length === 0) return 'Nothing is running.';
  return `Running now: ${running.map(({ suiteKey }) => suiteKey).join(', ')}.`;
}
