import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { resetHistory } from '@/lib/queries';
import { Outcome } from './outcome';

/** Begins a new history beside one that is damaged: nothing is lost, so nobody is asked twice. */
export function NewHistoryButton() {
  const reset = useMutation({
    mutationFn: resetHistory,
    // The page's data is from the other file.
    onSuccess: () => window.location.reload(),
  });
  return (
    <>
      <Button look="primary" disabled={reset.isPending} onClick={() => reset.mutate()}>
        Keep this file and start a new history
      </Button>
      <Outcome error={reset.error} />
    </>
  );
}
