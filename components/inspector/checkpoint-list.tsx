import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/cn';
import { Status } from '@/components/ui/status';
import type { CheckpointResult } from '@/runner/contract';
import { checkpointLayers } from './checkpoint-layers';
import { standingOf } from './checkpoint-standing';
import { ValidationDetails } from './validation-details';

type Props = {
  checkpoints: readonly CheckpointResult[];
  ended: boolean;
  turn: number | null;
  onTurn: (turn: number) => void;
};

/** Every checkpoint in the order of dependency: when it was reached, or what it waits for and how near it came. */
export function CheckpointList({ checkpoints, ended, turn, onTurn }: Props) {
  return (
    <ol className="flex flex-col">
      {checkpointLayers(checkpoints)
        .flat()
        .map((checkpoint) => {
          const { status, why } = standingOf(checkpoint, checkpoints, ended);
          const { reachedAtTurn } = checkpoint;
          return (
            <li
              key={checkpoint.id}
              className={cn(
                'flex flex-col gap-1 border-t px-4 py-2.5',
                turn !== null && reachedAtTurn === turn && 'bg-chosen',
              )}
            >
              <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
                <span className="break-all font-medium">{checkpoint.id}</span>
                {!checkpoint.required && <Badge>optional</Badge>}
                <span className="ml-auto flex items-baseline gap-2 text-xs">
                  <Status of={status} />
                  {reachedAtTurn !== undefined && (
                    <button
                      type="button"
                      onClick={() => onTurn(reachedAtTurn)}
                      className="text-accent tabular-nums underline-offset-2 hover:underline"
                    >
                      turn {reachedAtTurn}
                    </button>
                  )}
                </span>
              </div>
              {checkpoint.description !== undefined && (
                <p className="text-ink-soft text-xs">{checkpoint.description}</p>
              )}
              {checkpoint.after.length > 0 && (
                <p className="text-ink-faint text-xs">after {checkpoint.after.join(', ')}</p>
              )}
              {why.map((reason) => (
                <p key={reason} className="break-words text-ink-soft text-xs">
                  {reason}
                </p>
              ))}
              {checkpoint.agentValidation !== undefined && (
                <ValidationDetails validation={checkpoint.agentValidation} />
              )}
            </li>
          );
        })}
    </ol>
  );
}
