import { arrangeCheckpointLayers, type LayeredNode } from './checkpoint-layers';

/** The position of a box: `x` is its centre and `width` its maximum width, both in percent; `y` is in pixels. */
export type CheckpointBox = { x: number; y: number; width: number };

type BoxSize = { layerPx: number; boxPx: number };

/**
 * Positions the checkpoints layer by layer, those without predecessors at the top. `height` is the height of the graph
 * in pixels.
 */
export function positionCheckpoints(checkpoints: readonly LayeredNode[], { layerPx, boxPx }: BoxSize) {
  const layers = arrangeCheckpointLayers(checkpoints);
  const boxes = new Map<string, CheckpointBox>();
  for (const [depth, layer] of layers.entries()) {
    const width = Math.floor(100 / layer.length) - 3;
    for (const [position, { id }] of layer.entries()) {
      boxes.set(id, { x: ((position + 0.5) / layer.length) * 100, y: depth * layerPx, width });
    }
  }
  return { places: boxes, layers: layers.length, height: (layers.length - 1) * layerPx + boxPx };
}

/**
 * Returns the `d` attribute of an SVG path from the bottom of one box, which is `boxPx` high, to the top of another.
 */
export function buildEdgePath(from: CheckpointBox, to: { x: number; y: number }, boxPx: number): string {
  const top = from.y + boxPx;
  const middle = (top + to.y) / 2;
  return `M${from.x} ${top}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y}`;
}
