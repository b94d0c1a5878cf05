import { Status } from '@/components/ui/status';
import type { Counts } from '@/runner/contract';
import type { RunStatus as RunStatusName } from '@/runner/fold';

type Props = { status: RunStatusName; counts: Counts };

/**
 * Shows the status of a run. "Passed" is shown only if a case passed: a run without a threshold is "measured", and a
 * run of imported conversations is "not judged".
 */
export function RunStatus({ status, counts }: Props) {
  return (
    <Status
      of={status === 'passed' ? displayStatusOfPassedRun(counts) : status}
      show="badge"
      className="justify-self-start"
    />
  );
}

function displayStatusOfPassedRun({
  passed,
  failed,
  error,
  timeout,
  skipped,
}: Counts): 'passed' | 'measured' | 'not_judged' {
  if (passed > 0) return 'passed';
  if (failed + timeout > 0 || (error > 0 && skipped === 0)) return 'measured';
  return error + skipped > 0 ? 'not_judged' : 'passed';
}
