import type { SVGProps } from 'react';
import { cn } from '@/components/ui/cn';
import { Status } from '@/components/ui/status';
import { statusLook, toneBorder } from '@/components/ui/status-look';
import type { CheckpointResult } from '@/runner/contract';
import { checkpointLayers } from './checkpoint-layers';
import { standingOf } from './checkpoint-standing';

const LAYER_PX = 58;
const BOX_PX = 30;

type Props = { checkpoints: readonly CheckpointResult[]; ended: boolean; turn: number | null };

/** The checkpoints as a graph, from what waits for nothing down. The list below says the same in words. */
export function CheckpointGraph({ checkpoints, ended, turn }: Props) {
  const layers = checkpointLayers(checkpoints);
  if (layers.length < 2) return null;
  const places = new Map(
    layers.flatMap((layer, depth) =>
      layer.map(({ id }, position) => [id, { x: ((position + 0.5) / layer.length) * 100, y: depth * LAYER_PX }]),
    ),
  );
  const height = (layers.length - 1) * LAYER_PX + BOX_PX;
  const edges = checkpoints.flatMap(({ id, after }) => after.map((parent) => ({ from: parent, to: id })));
  return (
    <div aria-hidden className="relative mx-4 my-4" style={{ height }}>
      <svg
        aria-hidden="true"
        className="absolute inset-0 h-full w-full overflow-visible"
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
      >
        {edges.map(({ from, to }) => {
          const start = places.get(from);
          const end = places.get(to);
          if (start === undefined || end === undefined) return null;
          return <path key={`${from} ${to}`} d={edgePath(start, end)} {...edgeLook(checkpoints, from)} />;
        })}
      </svg>
      {checkpoints.map((checkpoint) => {
        const place = places.get(checkpoint.id);
        const { status } = standingOf(checkpoint, checkpoints, ended);
        return (
          <span
            key={checkpoint.id}
            title={checkpoint.id}
            style={{
              left: `${place?.x ?? 0}%`,
              top: place?.y ?? 0,
              height: BOX_PX,
              maxWidth: boxWidth(layers, checkpoint.id),
            }}
            className={cn(
              'absolute flex -translate-x-1/2 items-center gap-1.5 rounded-full border bg-raised px-2.5 text-xs',
              toneBorder[statusLook[status].tone],
              !checkpoint.required && 'border-dashed',
              turn !== null && checkpoint.reachedAtTurn === turn && 'outline-2 outline-accent outline-offset-2',
            )}
          >
            <Status of={status} show="icon" />
            <span className="min-w-0 truncate">{checkpoint.id}</span>
            {checkpoint.reachedAtTurn !== undefined && (
              <span className="text-2xs text-ink-faint tabular-nums">T{checkpoint.reachedAtTurn}</span>
            )}
          </span>
        );
      })}
    </div>
  );
}

type Place = { x: number; y: number };

function edgePath(from: Place, to: Place): string {
  const top = from.y + BOX_PX;
  const middle = (top + to.y) / 2;
  return `M${from.x} ${top}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y}`;
}

function edgeLook(checkpoints: readonly CheckpointResult[], from: string): SVGProps<SVGPathElement> {
  const reached = checkpoints.find(({ id }) => id === from)?.reached === true;
  return {
    fill: 'none',
    stroke: reached ? 'var(--pass)' : 'var(--line-strong)',
    strokeWidth: 1.5,
    strokeDasharray: reached ? undefined : '4 3',
    vectorEffect: 'non-scaling-stroke',
  };
}

function boxWidth(layers: readonly (readonly CheckpointResult[])[], id: string): string {
  const layer = layers.find((entries) => entries.some((entry) => entry.id === id));
  return `${Math.floor(100 / (layer?.length ?? 1)) - 3}%`;
}
