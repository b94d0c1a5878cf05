import { useContext, useMemo, useState } from 'react';
import { DiagnosedTurnContext } from '@/components/diagnosis/diagnosed-turn';
import type { AttemptTabProps } from '@/components/runs/body-props';
import { useScopedId } from '@/components/ui/id-scope';
import { Notice } from '@/components/ui/notice';
import { CheckpointGraph } from './checkpoint-graph';
import { CheckpointList, checkpointEntryId } from './checkpoint-list';
import { listShownCheckpoints, type ShownCheckpoint } from './shown-checkpoints';

export function CheckpointsTab({ announced, attempt, turn, onTurn }: Omit<AttemptTabProps, 'pick' | 'onPick'>) {
  const diagnosed = useContext(DiagnosedTurnContext);
  const checkpoints = useMemo(
    () => listShownCheckpoints(announced, attempt, diagnosed),
    [announced, attempt, diagnosed],
  );
  const idOf = useScopedId();
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  if (checkpoints.length === 0) {
    return (
      <Notice title="This case has no checkpoints." details={['The assertions of this case are in the tab Why.']} />
    );
  }
  const reachedCount = checkpoints.filter((checkpoint) => checkpoint.reached).length;
  function openCheckpoint({ id, atTurn }: ShownCheckpoint): void {
    document.getElementById(idOf(checkpointEntryId(id)))?.scrollIntoView({ block: 'nearest' });
    if (atTurn !== undefined) onTurn(atTurn);
  }
  return (
    <div>
      <p className="px-4 pt-3 text-ink-faint text-xs tabular-nums">
        {reachedCount} of {checkpoints.length} reached
        {announced.maxTurns !== undefined && ` · turn ${attempt.turns.length} of at most ${announced.maxTurns}`}
      </p>
      <CheckpointGraph checkpoints={checkpoints} turn={turn} onPoint={setHighlightedId} onOpen={openCheckpoint} />
      <CheckpointList checkpoints={checkpoints} turn={turn} onTurn={onTurn} highlightedId={highlightedId} />
    </div>
  );
}
