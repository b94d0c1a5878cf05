import { ElapsedTime } from '@/components/ui/elapsed-time';
import type { AttemptPhase } from '@/runner/fold';
import { phaseLabels } from './phase-labels';

/** Shows what the conversation is waiting for, such as the agent, and for how long. */
export function WaitingLine({ phase }: { phase: AttemptPhase | undefined }) {
  return (
    <p className="flex animate-appear items-center gap-2 text-busy text-xs">
      <span aria-hidden className="size-2 animate-breathe rounded-full bg-busy" />
      {phase === undefined ? (
        'Starting'
      ) : (
        <span>
          Turn {phase.turn}: waiting for {phaseLabels[phase.phase]} · <ElapsedTime from={phase.since} />
        </span>
      )}
    </p>
  );
}
