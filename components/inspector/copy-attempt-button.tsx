import { useQueryClient } from '@tanstack/react-query';
import { CopyButton } from '@/components/ui/copy-button';
import { fullAttemptQuery } from '@/lib/queries';
import type { AttemptState } from '@/runner/fold';

type Props = { runId: string | undefined; attempt: AttemptState; compact?: boolean };

/** Copies an attempt as JSON, with long texts in full. If the run is unknown, copies only the data of the page. */
export function CopyAttemptButton({ runId, attempt, compact }: Props) {
  const queryClient = useQueryClient();
  async function loadAttemptText(): Promise<string> {
    const fullAttempt = runId === undefined ? attempt : await queryClient.fetchQuery(fullAttemptQuery(runId, attempt));
    return JSON.stringify(fullAttempt.result ?? fullAttempt, undefined, 2);
  }
  return <CopyButton label="Copy JSON" text={loadAttemptText} compact={compact === true} />;
}
