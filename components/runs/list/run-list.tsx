import { useMutation, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { DeletedNote } from '@/components/ui/deleted-note';
import { later, loadPart } from '@/components/ui/later';
import { plural } from '@/lib/format';
import { deleteRuns, labelRun, type RunListItem, type RunsPage, restoreRuns, runAgain } from '@/lib/queries';
import { Problems } from '../../ui/problems';
import type { RunMenuActions } from './run-menu';
import { RunRow, runColumns } from './run-row';

const LabelDialog = later(dynamic(() => loadPart(() => import('./label-dialog'), 'LabelDialog')));

const headings = ['Suite', 'Agent', 'Status', 'Pass rate', 'Trend', 'Cases', 'Duration', 'Started'];

/** The runs, what can be done with each, and the way back from deleting one. */
export function RunList({ page, empty }: { page: RunsPage; empty: ReactNode }) {
  const router = useRouter();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['runs'] });
  const [named, setNamed] = useState<RunListItem>();
  const [deleted, setDeleted] = useState<string[]>([]);
  const again = useMutation({
    mutationFn: (run: RunListItem) => runAgain(run.runId),
    onSuccess: (answer) => {
      if (answer.ok) router.push(`/runs/${answer.runId}`);
    },
  });
  const remove = useMutation({
    mutationFn: (run: RunListItem) => deleteRuns([run.runId]),
    onSuccess: (_, run) => {
      setDeleted((ids) => [...ids, run.runId]);
      return refresh();
    },
  });
  const restore = useMutation({
    mutationFn: () => restoreRuns(deleted),
    onSuccess: () => {
      setDeleted([]);
      return refresh();
    },
  });
  const rename = useMutation({
    mutationFn: ({ runId, label }: { runId: string; label: string }) => labelRun(runId, label),
    onSuccess: refresh,
  });
  const actions = { again: again.mutate, rename: setNamed, remove: remove.mutate };
  const refused = again.data?.ok === false ? again.data.problems : [];
  const errors = [again.error, remove.error, restore.error, rename.error].flatMap((error) => error?.message ?? []);
  return (
    <>
      <p role="status" className="sr-only">
        {runningWords(page.runs)}
      </p>
      {[...refused, ...errors].length > 0 && <Problems problems={[...refused, ...errors]} />}
      {page.runs.length === 0 ? empty : <Table page={page} actions={actions} />}
      {deleted.length > 0 && (
        <DeletedNote
          text={plural(deleted.length, 'run')}
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

function Table({ page, actions }: { page: RunsPage; actions: RunMenuActions }) {
  return (
    <div className="overflow-hidden rounded-lg border bg-surface">
      <div aria-hidden className={`hidden border-b bg-sunken px-4 py-1.5 text-2xs text-ink-faint ${runColumns}`}>
        {headings.map((heading) => (
          <span key={heading}>{heading}</span>
        ))}
      </div>
      <ul aria-label="Runs, newest first">
        {page.runs.map((run) => (
          <RunRow key={run.runId} run={run} page={page} actions={actions} />
        ))}
      </ul>
    </div>
  );
}

/** Told to those who do not see the list change. */
function runningWords(runs: RunsPage['runs']): string {
  const running = runs.filter(({ status }) => status === 'running');
  if (running.length === 0) return 'Nothing is running.';
  return `Running now: ${running.map(({ suiteKey }) => suiteKey).join(', ')}.`;
}
