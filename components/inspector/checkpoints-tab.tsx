import { Notice } from '@/components/ui/notice';
import { type AnnouncedCase, type AttemptState, checkpointsOf } from '@/runner/contract';
import { CheckpointGraph } from './checkpoint-graph';
import { CheckpointList } from './checkpoint-list';

type Props = {
  announced: AnnouncedCase;
  attempt: AttemptState;
  turn: number | null;
  onTurn: (turn: number) => void;
};

export function CheckpointsTab({ announced, attempt, turn, onTurn }: Props) {
  const checkpoints = checkpointsOf(attempt, announced.checkpoints ?? []);
  if (checkpoints.length === 0) {
    return (
      <Notice
        title="This case has no checkpoints."
        details={['It is one call to the agent; its assertions are under Why.']}
      />
    );
  }
  const ended = attempt.result !== undefined;
  const reached = checkpoints.filter((checkpoint) => checkpoint.reached).length;
  return (
    <div>
      <p className="px-4 pt-3 text-ink-faint text-xs tabular-nums">
        {reached} of {checkpoints.length} reached
        {announced.maxTurns !== undefined && ` · turn ${attempt.turns.length} of at most ${announced.maxTurns}`}
      </p>
      <CheckpointGraph checkpoints={checkpoints} ended={ended} turn={turn} />
      <CheckpointList checkpoints={checkpoints} ended={ended} turn={turn} onTurn={onTurn} />
    </div>
  );
}
