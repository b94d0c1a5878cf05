import { useQuery } from '@tanstack/react-query';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { PendingQuery } from '@/components/ui/pending-query';
import { runsQuery, workspaceQuery } from '@/lib/queries';
import { NewRunForm } from './new-run-form';

export function NewRunDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="New run" description="Choose what to run.">
      <NewRunContents />
    </Dialog>
  );
}

/** How many of the newest runs are searched for a run on which the estimate of time and cost can be based. */
const MAX_SEARCHED_RUNS = 50;

function NewRunContents() {
  const workspace = useQuery(workspaceQuery());
  const runs = useQuery({ ...runsQuery({ text: '', limit: MAX_SEARCHED_RUNS }), refetchInterval: false });
  if (workspace.isError || workspace.data === undefined) return <PendingQuery query={workspace} className="h-56" />;
  if (workspace.data.suites.length === 0) {
    return (
      <Notice
        title="No suites found."
        details={[
          `Looked for case files (*.jsonl) below ${workspace.data.folder}.`,
          'Write one case per line, for example in tests/inputs.jsonl next to an agent.',
        ]}
      />
    );
  }
  if (runs.isPending) return <PendingQuery query={runs} className="h-56" />;
  return <NewRunForm workspace={workspace.data} runs={runs.data?.runs ?? []} />;
}
