import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { resetHistory } from '@/lib/queries';
import { ActionOutcome } from './action-outcome';

/** Starts a new history database. The damaged one is kept, so no confirmation is needed. */
export function NewHistoryButton() {
  const reset = useMutation({
    mutationFn: resetHistory,
    // Reloads the page, because its data comes from the old database.
    onSuccess: () => window.location.reload(),
  });
  return (
    <>
      <Button look="primary" disabled={reset.isPending} onClick={() => reset.mutate()}>
        Keep this file and start a new history
      </Button>
      <ActionOutcome error={reset.error} />
    </>
  );
}
