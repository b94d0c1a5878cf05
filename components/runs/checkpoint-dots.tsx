import { arrangeCheckpointLayers } from '@/components/inspector/checkpoint-layers';
import { cn } from '@/components/ui/cn';
import { toneClasses } from '@/components/ui/status-look';
import type { AnnouncedCase } from '@/runner/contract';
import type { CheckpointStatus } from '@/runner/fold';

type Props = {
  checkpoints: NonNullable<AnnouncedCase['checkpoints']>;
  checkpointStates: Record<string, CheckpointStatus>;
  hasEnded: boolean;
  turns: number;
};

/**
 * Shows the checkpoints of a case as dots in dependency order: filled if reached, half-filled if their condition was
 * met out of order. A checkpoint counts as never run if the attempt ended without a turn, or before the predecessors of
 * the checkpoint were reached.
 */
export function CheckpointDots({ checkpoints, checkpointStates, hasEnded, turns }: Props) {
  const ordered = arrangeCheckpointLayers(checkpoints).flat();
  const reachedCount = ordered.filter(({ id }) => isCheckpointSatisfied(checkpointStates[id]?.state)).length;
  const wasNeverEvaluated = ({ id, after }: Props['checkpoints'][number]): boolean =>
    hasEnded &&
    checkpointStates[id] === undefined &&
    (turns === 0 || after.some((other) => !isCheckpointSatisfied(checkpointStates[other]?.state)));
  const neverRun = ordered.filter(wasNeverEvaluated).length;
  const words = `${reachedCount} of ${ordered.length} checkpoints reached${neverRun > 0 ? `, ${neverRun} never run` : ''}`;
  return (
    <span role="img" aria-label={words} title={words} className="flex shrink-0 items-center gap-1">
      {ordered.map((checkpoint) => (
        <span
          key={checkpoint.id}
          className={cn(
            'size-2 border-[1.5px]',
            checkpoint.required ? 'rounded-full' : 'rotate-45 scale-90',
            checkpointDotClass(
              checkpointStates[checkpoint.id]?.state,
              hasEnded && checkpoint.required && !wasNeverEvaluated(checkpoint),
            ),
          )}
        />
      ))}
    </span>
  );
}

function isCheckpointSatisfied(state: CheckpointStatus['state'] | undefined): boolean {
  return state === 'reached' || state === 'kept';
}

function checkpointDotClass(state: CheckpointStatus['state'] | undefined, isMissed: boolean): string {
  if (state === 'broken') return `${toneClasses.fail.fill} ${toneClasses.fail.border}`;
  if (isCheckpointSatisfied(state)) return `${toneClasses.pass.fill} ${toneClasses.pass.border}`;
  if (state === 'out_of_order')
    return `${toneClasses.late.border} bg-linear-to-r from-50% from-late to-50% to-transparent`;
  return isMissed ? toneClasses.fail.border : 'border-line-strong';
}
