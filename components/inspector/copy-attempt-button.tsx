import { useQueryClient } from '@tanstack/react-query';
import { CopyButton } from '@/components/ui/copy-button';
import { fullAttemptQuery } from '@/lib/queries';
import type { AttemptState } from '@/runner/fold';

type Props = { runId: string | undefined; attempt: AttemptState; compact?: boolean };

/** Copies the whole attempt with its long texts. Without a run, copies only what the page has. */
export function CopyAttemptButton({ runId, attempt, compact }: Props) {
  const queryClient = useQueryClient();
  async function loadAttemptText(): Promise<string> {
    const fullAttempt = runId === undefined ? attempt : await queryClient.fetchQuery(fullAttemptQuery(runId, attempt));
    return JSON.stringify(fullAttempt.result ?? fullAttempt, undefined, 2);
  }
  return <CopyButton label="Copy JSON" text={loadAttemptText} compact={compact === true} />;
}
