import { useQuery } from '@tanstack/react-query';
import type { RunChoice } from '@/components/runs/new-run/run-choice';
import { RunChoiceFields } from '@/components/runs/new-run/run-choice-fields';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ProblemNotice } from '@/components/ui/problem-notice';
import { Skeleton } from '@/components/ui/skeleton';
import { workspaceQuery } from '@/lib/queries';
import { useCaseDocument } from '../document/case-document';

type Props = { choice: RunChoice; onChange: (choice: RunChoice) => void; onClose: () => void };

/** Chooses the agent and connector of runs. */
export function RunWithDialog({ choice, onChange, onClose }: Props) {
  const { suiteKey } = useCaseDocument();
  const { data, error, refetch } = useQuery(workspaceQuery());
  return (
    <Dialog open onOpenChange={onClose} title="Agent and connector" description="For runs started from this page.">
      <div className="flex flex-col gap-3">
        {data === undefined && error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="h-32" />}
        {data !== undefined && (
          <RunChoiceFields
            workspace={data}
            suite={data.suites.find(({ key }) => key === suiteKey)}
            choice={choice}
            onChange={onChange}
          />
        )}
        <Button look="primary" className="self-end" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
