export type LayeredNode = { id: string; after: readonly string[] };

/**
 * Checkpoints in layers: the first layer waits for nothing, each other one for something in the layer just above it.
 * Within a layer the order of writing is kept. What waits for something unknown, or for itself, is in the first layer.
 */
export function checkpointLayers<Checkpoint extends LayeredNode>(checkpoints: readonly Checkpoint[]): Checkpoint[][] {
  const byId = new Map(checkpoints.map((checkpoint) => [checkpoint.id, checkpoint]));
  const depths = new Map<string, number>();
  const layers: Checkpoint[][] = [];
  for (const checkpoint of checkpoints) {
    const depth = depthOf(checkpoint, { byId, depths, above: new Set() });
    layers[depth] = [...(layers[depth] ?? []), checkpoint];
  }
  return Array.from(layers, (layer) => layer ?? []);
}

type Search = { byId: ReadonlyMap<string, LayeredNode>; depths: Map<string, number>; above: ReadonlySet<string> };

function depthOf(node: LayeredNode, { byId, depths, above }: Search): number {
  const known = depths.get(node.id);
  if (known !== undefined) return known;
  const path = new Set([...above, node.id]);
  const parents = node.after.flatMap((id) => byId.get(id) ?? []).filter(({ id }) => !path.has(id));
  const depth = Math.max(-1, ...parents.map((parent) => depthOf(parent, { byId, depths, above: path }))) + 1;
  depths.set(node.id, depth);
  return depth;
}
