import { checkpointLayers, type LayeredNode } from './checkpoint-layers';

/** Where a box of the graph is: `x`, its middle, and the most of its width in percent, `y` in pixels. */
export type CheckpointBox = { x: number; y: number; width: number };

type BoxSize = { layerPx: number; boxPx: number };

/** Lays checkpoints out, from what waits for nothing down; `height` is that of the graph, in pixels. */
export function placeCheckpoints(checkpoints: readonly LayeredNode[], { layerPx, boxPx }: BoxSize) {
  const layers = checkpointLayers(checkpoints);
  const places = new Map<string, CheckpointBox>();
  for (const [depth, layer] of layers.entries()) {
    const width = Math.floor(100 / layer.length) - 3;
    for (const [position, { id }] of layer.entries()) {
      places.set(id, { x: ((position + 0.5) / layer.length) * 100, y: depth * layerPx, width });
    }
  }
  return { places, layers: layers.length, height: (layers.length - 1) * layerPx + boxPx };
}

/** The line from below a box of that height to the top of another one, for a `path`. */
export function edgeBetween(from: CheckpointBox, to: { x: number; y: number }, boxPx: number): string {
  const top = from.y + boxPx;
  const middle = (top + to.y) / 2;
  return `M${from.x} ${top}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y}`;
}
