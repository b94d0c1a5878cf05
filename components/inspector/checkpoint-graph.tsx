import type { SVGProps } from 'react';
import { hoverAndFocusHandlers, useHighlightedTurn } from '@/components/conversation/turn-highlight';
import { cn } from '@/components/ui/cn';
import { useScopedId } from '@/components/ui/id-scope';
import { Status } from '@/components/ui/status';
import { toneClasses } from '@/components/ui/status-look';
import type { CheckpointResult } from '@/runner/contract';
import { statusWordAndTone } from '@/runner/verdict';
import { checkpointEntryId, isDecidedAt } from './checkpoint-list';
import { buildEdgePath, positionCheckpoints } from './position-checkpoints';
import type { ShownCheckpoint } from './shown-checkpoints';

const LAYER_PX = 58;
const BOX_PX = 30;

type Props = {
  checkpoints: readonly ShownCheckpoint[];
  turn: number | null;
  onPoint: (checkpoint: string | null) => void;
  onOpen: (checkpoint: ShownCheckpoint) => void;
};

/**
 * Shows the checkpoints as a graph, with those without predecessors at the top. Hovering a turn in the conversation
 * highlights the checkpoints that it reached; hovering a box highlights the turn of its checkpoint. The list below has
 * the same content as text.
 */
export function CheckpointGraph({ checkpoints, turn, onPoint, onOpen }: Props) {
  const lit = useHighlightedTurn();
  const idOf = useScopedId();
  const shownTurn = lit.turn ?? turn;
  const { places: boxes, layers, height } = positionCheckpoints(checkpoints, { layerPx: LAYER_PX, boxPx: BOX_PX });
  if (layers < 2) return null;
  const edges = checkpoints.flatMap(({ id, after }) => after.map((parent) => ({ from: parent, to: id })));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is meant for form fields
    <div role="group" aria-label="Graph of the checkpoints" className="relative mx-4 my-4" style={{ height }}>
      <svg
        aria-hidden="true"
        className="absolute inset-0 h-full w-full overflow-visible"
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
      >
        {edges.map(({ from, to }) => {
          const start = boxes.get(from);
          const end = boxes.get(to);
          if (start === undefined || end === undefined) return null;
          return <path key={`${from} ${to}`} d={buildEdgePath(start, end, BOX_PX)} {...edgeStyle(checkpoints, from)} />;
        })}
      </svg>
      {checkpoints.map((checkpoint) => {
        const box = boxes.get(checkpoint.id);
        return (
          <button
            key={checkpoint.id}
            type="button"
            title={[checkpoint.id, ...checkpoint.why].join(': ')}
            aria-describedby={idOf(checkpointEntryId(checkpoint.id))}
            onClick={() => onOpen(checkpoint)}
            {...hoverAndFocusHandlers((isPointed) => {
              lit.setHighlightedTurn(isPointed ? (checkpoint.atTurn ?? null) : null);
              onPoint(isPointed ? checkpoint.id : null);
            })}
            style={{
              left: `${box?.x ?? 0}%`,
              top: box?.y ?? 0,
              height: BOX_PX,
              maxWidth: `${box?.width ?? 100}%`,
            }}
            className={cn(
              'absolute flex -translate-x-1/2 items-center gap-1.5 rounded-full border bg-raised px-2.5 text-xs hover:bg-hover',
              toneClasses[statusWordAndTone[checkpoint.status].tone].border,
              !checkpoint.required && 'border-dashed',
              checkpoint.status === 'never_run' && 'text-ink-faint',
              isDecidedAt(checkpoint, shownTurn) && 'bg-chosen outline-2 outline-accent outline-offset-2',
            )}
          >
            <Status of={checkpoint.status} show="icon" />
            <span className="min-w-0 truncate">{checkpoint.id}</span>
            {checkpoint.decidedAtTurn !== undefined && (
              <span className="text-2xs text-ink-faint tabular-nums">T{checkpoint.decidedAtTurn}</span>
            )}
          </button>
        );
      })}
    </div>
  );
}

function edgeStyle(checkpoints: readonly CheckpointResult[], from: string): SVGProps<SVGPathElement> {
  const isReached = checkpoints.find(({ id }) => id === from)?.reached === true;
  return {
    fill: 'none',
    stroke: isReached ? 'var(--pass)' : 'var(--line-strong)',
    strokeWidth: 1.5,
    strokeDasharray: isReached ? undefined : '4 3',
    vectorEffect: 'non-scaling-stroke',
  };
}
