import { buildEdgePath, type CheckpointBox, positionCheckpoints } from '@/components/inspector/position-checkpoints';
import { cn } from '@/components/ui/cn';
import type { CheckpointFlowEdge, CheckpointFlowGraph } from '@/runner/verdict';
import { describeEdge } from './describe-edge';

const LAYER_PX = 92;
const BOX_PX = 30;
/** The width in pixels of an edge that all conversations took. */
const MAX_EDGE_WIDTH_PX = 12;
const MIN_BOX_WIDTH_PX = 116;

/** The id of the node where all conversations start. No checkpoint has an empty id, so this id is unique. */
const START_NODE_ID = '';

type Props = {
  map: CheckpointFlowGraph;
  /** The index of the selected edge. */
  chosenEdge: number | undefined;
  onChoose: (edge: number) => void;
};

/**
 * A graph of the checkpoints. The width of an edge shows how many conversations got to it; the green part shows how
 * many of them reached the next checkpoint. The table below contains the same numbers.
 */
export function CheckpointMapGraph({ map: { nodes, edges, attempts }, chosenEdge, onChoose }: Props) {
  const layered = nodes.map(({ id, after }) => ({ id, after: after.length === 0 ? [START_NODE_ID] : after }));
  const { places, height } = positionCheckpoints([{ id: START_NODE_ID, after: [] }, ...layered], {
    layerPx: LAYER_PX,
    boxPx: BOX_PX,
  });
  const inLayer = Math.max(
    ...Map.groupBy(places.values(), ({ y }) => y)
      .values()
      .map((layer) => layer.length),
  );
  const edgePaths = edges.flatMap((edge, position) => {
    const [start, end] = [places.get(edge.from ?? START_NODE_ID), places.get(edge.to)];
    return start === undefined || end === undefined ? [] : [{ edge, position, start, end }];
  });
  const edgeWidth = (count: number): number => (count === 0 ? 0 : Math.max(1, (count / attempts) * MAX_EDGE_WIDTH_PX));
  return (
    <div className="overflow-x-auto px-2 py-1">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is meant for form fields */}
      <div
        role="group"
        aria-label="Graph of the checkpoints"
        className="relative"
        style={{ height, minWidth: inLayer * MIN_BOX_WIDTH_PX }}
      >
        <svg
          aria-hidden="true"
          className="absolute inset-0 h-full w-full overflow-visible"
          viewBox={`0 0 100 ${height}`}
          preserveAspectRatio="none"
        >
          {edgePaths.map(({ edge, position, start, end }) => {
            const path = { d: buildEdgePath(start, end, BOX_PX), fill: 'none', vectorEffect: 'non-scaling-stroke' };
            return (
              <g key={position}>
                <path {...path} stroke="var(--line-strong)" strokeWidth={1} strokeDasharray="4 3" />
                <path {...path} stroke="var(--fail)" strokeOpacity={0.35} strokeWidth={edgeWidth(edge.arrived)} />
                <path {...path} stroke="var(--pass)" strokeWidth={edgeWidth(edge.through)} />
              </g>
            );
          })}
        </svg>
        <CheckpointNode box={places.get(START_NODE_ID)} name="start" count={attempts} />
        {nodes.map(({ id, reached, required }) => (
          <CheckpointNode key={id} box={places.get(id)} name={id} count={reached} optional={!required} />
        ))}
        {edgePaths.map(({ edge, position, start, end }) => (
          <StoppedCountButton
            key={position}
            edge={edge}
            at={{ left: `${(start.x + end.x) / 2}%`, top: (start.y + BOX_PX + end.y) / 2 }}
            isChosen={position === chosenEdge}
            onChoose={() => onChoose(position)}
          />
        ))}
      </div>
    </div>
  );
}

type BoxProps = { box: CheckpointBox | undefined; name: string; count: number; optional?: boolean };

function CheckpointNode({ box, name, count, optional = false }: BoxProps) {
  if (box === undefined) return null;
  return (
    <div
      title={optional ? `${name} (optional)` : name}
      style={{ left: `${box.x}%`, top: box.y, height: BOX_PX, maxWidth: `${box.width}%` }}
      className={cn(
        'absolute flex -translate-x-1/2 items-center gap-1.5 rounded-full border bg-raised px-2.5 text-xs',
        optional && 'border-dashed',
      )}
    >
      <span className="min-w-0 truncate">{name}</span>
      <span className="text-ink-soft tabular-nums">{count}</span>
    </div>
  );
}

type StoppedCountProps = {
  edge: CheckpointFlowEdge;
  at: { left: string; top: number };
  isChosen: boolean;
  onChoose: () => void;
};

/** Shows how many conversations ended at an edge without reaching the next checkpoint; renders nothing if none did. */
function StoppedCountButton({ edge, at, isChosen, onChoose }: StoppedCountProps) {
  if (edge.stopped === 0) return null;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`${edge.stopped} stopped of ${edge.arrived}, ${describeEdge(edge)}`}
      onClick={onChoose}
      style={at}
      className={cn(
        'absolute h-6 -translate-x-1/2 -translate-y-1/2 whitespace-nowrap rounded-full border bg-raised px-2 text-fail text-xs tabular-nums hover:bg-hover',
        isChosen && 'border-accent outline-2 outline-accent',
      )}
    >
      {edge.stopped} stopped
    </button>
  );
}
