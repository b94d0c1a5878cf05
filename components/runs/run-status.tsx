import { Status } from '@/components/ui/status';
import type { Counts } from '@/runner/contract';
import type { RunStatus as RunStatusName } from '@/runner/fold';

type Props = { status: RunStatusName; counts: Counts };

/**
 * Shows the status of a run. If a run without a threshold has no passed cases, it shows "measured" instead of
 * "passed".
 */
export function RunStatus({ status, counts: { passed, failed, error, timeout } }: Props) {
  const onlyMeasured = status === 'passed' && passed === 0 && failed + error + timeout > 0;
  return <Status of={onlyMeasured ? 'measured' : status} show="badge" className="justify-self-start" />;
}
