import { ApiError } from '@/lib/queries';
import { Button } from './button';
import { Notice } from './notice';

/** Shows the server's error message with a button to try again. */
export function ProblemNotice({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div role="alert">
      <Notice title={error.message} details={error instanceof ApiError ? error.details : []}>
        <Button onClick={onRetry}>Try again</Button>
      </Notice>
    </div>
  );
}
