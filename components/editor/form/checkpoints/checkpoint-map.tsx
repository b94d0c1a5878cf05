import { useRef } from 'react';
import { buildEdgePath, type CheckpointBox, positionCheckpoints } from '@/components/inspector/position-checkpoints';
import { cn } from '@/components/ui/cn';
import { Kbd } from '@/components/ui/kbd';
import { replaceInvisibleCharacters } from '@/runner/format';
import type { GraphCheckpoint } from './checkpoint-edits';
import { type ConnectionDrag, useConnectionDrag } from './use-connection-drag';

const LAYER_PX = 64;
const BOX_PX = 32;

type Props = {
  graph: readonly GraphCheckpoint[];
  readOnly: boolean;
  /** Adds the rule that the checkpoint `second` comes after `first`; removes the rule if it exists. */
  onConnect: (first: GraphCheckpoint, second: GraphCheckpoint) => void;
  onSay: (sentence: string) => void;
  onOpen: (checkpoint: GraphCheckpoint) => void;
};

/**
 * Shows the checkpoints as a graph, with those without predecessors at the top. On narrow screens, only the list of
 * checkpoints is shown.
 */
export function CheckpointMap({ graph, readOnly, onConnect, onSay, onOpen }: Props) {
  'use memo';
  const area = useRef<HTMLDivElement>(null);
  const boxes = graph.filter(({ id }, index) => id !== '' && graph.findIndex((other) => other.id === id) === index);
  const connecting = useConnectionDrag({ boxes, readOnly, onConnect, onSay, onOpen });
  const { first, drag } = connecting;
  if (boxes.length < 2) return null;
  const { places, height } = positionCheckpoints(boxes, { layerPx: LAYER_PX, boxPx: BOX_PX });
  return (
    <>
      {!readOnly && (
        <p className="text-2xs text-ink-faint max-sm:hidden">
          Drag a box onto the one that comes after it; or press <Kbd>c</Kbd> on a box, go to the other with the arrow
          keys and press <Kbd>Enter</Kbd>. Repeat to disconnect them.
        </p>
      )}
      <div className="sticky top-0 z-10 -mx-4 max-h-[40vh] overflow-y-auto border-b bg-surface px-4 py-2 max-sm:hidden">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is meant for form fields */}
        <div ref={area} role="group" aria-label="Order of the checkpoints" className="relative my-1" style={{ height }}>
          <svg
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 h-full w-full overflow-visible fill-none stroke-line-strong"
            viewBox={`0 0 100 ${height}`}
            preserveAspectRatio="none"
          >
            {boxes.flatMap(({ id, after }) =>
              after.map((parent) => (
                <CheckpointConnection
                  key={`${parent} ${id}`}
                  from={places.get(parent)}
                  to={places.get(id)}
                  isBack={false}
                />
              )),
            )}
            {drag !== undefined && (
              <CheckpointConnection from={places.get(drag.from.id)} to={pointerPosition(area.current, drag)} isBack />
            )}
          </svg>
          {boxes.map((box) => (
            <button
              key={box.id}
              type="button"
              data-checkpoint={box.id}
              aria-label={describeCheckpoint(box)}
              aria-pressed={first?.id === box.id}
              title={replaceInvisibleCharacters(box.id)}
              onClick={() => connecting.onClick(box)}
              onKeyDown={(event) => connecting.onKeyDown(event, box)}
              onPointerDown={connecting.onPointerDown}
              onPointerMove={(event) => connecting.onPointerMove(event, box)}
              onPointerUp={(event) => connecting.onPointerUp(event, box)}
              style={{
                left: `${places.get(box.id)?.x ?? 0}%`,
                top: places.get(box.id)?.y ?? 0,
                height: BOX_PX,
                maxWidth: `${places.get(box.id)?.width ?? 100}%`,
              }}
              className={cn(
                'absolute -translate-x-1/2 touch-none select-none truncate rounded-full border border-line-strong px-3 text-xs hover:bg-hover',
                !box.required && 'border-dashed',
                first?.id === box.id ? 'bg-chosen outline-2 outline-accent' : 'bg-raised',
              )}
            >
              {replaceInvisibleCharacters(box.id)}
            </button>
          ))}
        </div>
      </div>
    </>
  );
}

type EdgeProps = { from: CheckpointBox | undefined; to: { x: number; y: number } | undefined; isBack: boolean };

function CheckpointConnection({ from, to, isBack }: EdgeProps) {
  'use memo';
  if (from === undefined || to === undefined) return null;
  return (
    <path
      d={buildEdgePath(from, to, BOX_PX)}
      strokeWidth={1.5}
      strokeDasharray={isBack ? '4 3' : undefined}
      vectorEffect="non-scaling-stroke"
    />
  );
}

function pointerPosition(area: HTMLElement | null, { x, y }: ConnectionDrag): { x: number; y: number } | undefined {
  const box = area?.getBoundingClientRect();
  if (box === undefined || box.width === 0) return undefined;
  return { x: ((x - box.left) / box.width) * 100, y: y - box.top };
}

function describeCheckpoint({ id, after, required }: GraphCheckpoint): string {
  const order = after.length === 0 ? 'does not wait for another checkpoint' : `comes after ${after.join(', ')}`;
  return replaceInvisibleCharacters(`${id}, ${order}${required ? '' : ', optional'}`);
}
