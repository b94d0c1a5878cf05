import { Status } from '@/components/ui/status';
import type { CheckpointTry } from '@/runner/fold';

/** A checkpoint that this turn reached, or whose condition held too early. */
export function CheckpointLine({ entry }: { entry: CheckpointTry }) {
  return (
    <p className="flex items-baseline gap-2 text-xs">
      <Status of={entry.state} className="text-xs" />
      <span className="min-w-0 break-words">
        <span className="text-ink-faint">checkpoint </span>
        <span className="font-medium">{entry.checkpoint}</span>
      </span>
    </p>
  );
}
