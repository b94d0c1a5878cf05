import { useQuery } from '@tanstack/react-query';
import type { RunChoice } from '@/components/runs/new-run/run-choice';
import { RunChoiceFields } from '@/components/runs/new-run/run-choice-fields';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { PendingQuery } from '@/components/ui/pending-query';
import { workspaceQuery } from '@/lib/queries';
import { useCaseDocument } from '../document/case-document';

type Props = { choice: RunChoice; onChange: (choice: RunChoice) => void; onClose: () => void };

/** A dialog to choose the agent and the connector of the runs that the editor starts. */
export function RunWithDialog({ choice, onChange, onClose }: Props) {
  const { suiteKey } = useCaseDocument();
  const query = useQuery(workspaceQuery());
  return (
    <Dialog onClose={onClose} title="Agent and connector" description="For runs started from this page.">
      <div className="flex flex-col gap-3">
        {query.data === undefined ? (
          <PendingQuery query={query} className="h-32" />
        ) : (
          <RunChoiceFields
            workspace={query.data}
            suite={query.data.suites.find(({ key }) => key === suiteKey)}
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
