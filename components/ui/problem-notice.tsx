import { ApiError } from '@/lib/queries';
import { Button } from './button';
import { Notice } from './notice';

/** Shows an error in the server's words, with a way to try again. */
export function ProblemNotice({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div role="alert">
      <Notice title={error.message} details={error instanceof ApiError ? error.details : []}>
        <Button onClick={onRetry}>Try again</Button>
      </Notice>
    </div>
  );
}
