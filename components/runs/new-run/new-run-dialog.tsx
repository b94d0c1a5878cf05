import { useQuery } from '@tanstack/react-query';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { ProblemNotice } from '@/components/ui/problem-notice';
import { Skeleton } from '@/components/ui/skeleton';
import { workspaceQuery } from '@/lib/queries';
import { NewRunForm } from './new-run-form';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

export function NewRunDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New run" description="Runs in its own process.">
      <Contents />
    </Dialog>
  );
}

function Contents() {
  const workspace = useQuery(workspaceQuery());
  if (workspace.isError) return <ProblemNotice error={workspace.error} onRetry={() => void workspace.refetch()} />;
  if (workspace.isPending) return <Skeleton className="h-56" />;
  if (workspace.data.suites.length === 0) {
    return (
      <Notice
        title="No suites found."
        details={[
          `Looked for case files (*.jsonl) below ${workspace.data.folder}.`,
          'Write one case per line, for example in tests/inputs.jsonl beside an agent.',
        ]}
      />
    );
  }
  return <NewRunForm workspace={workspace.data} />;
}
