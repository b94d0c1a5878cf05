export type LayeredNode = { id: string; after: readonly string[] };

/**
 * Arranges checkpoints in layers: those in the first layer have no predecessors, each other one depends on a checkpoint
 * in the layer above. Within a layer, the order of the case is kept. Unknown and self-references are ignored.
 */
export function arrangeCheckpointLayers<Checkpoint extends LayeredNode>(
  checkpoints: readonly Checkpoint[],
): Checkpoint[][] {
  const depths = computeDepths(checkpoints);
  const layers: Checkpoint[][] = [];
  for (const checkpoint of checkpoints) {
    const depth = depths.get(checkpoint.id) ?? 0;
    const layer = layers[depth];
    if (layer === undefined) layers[depth] = [checkpoint];
    else layer.push(checkpoint);
  }
  return Array.from(layers, (layer) => layer ?? []);
}

/**
 * Computes the layer of each checkpoint. Visits each edge once. In a cycle, the first checkpoint is treated as if it
 * had no predecessors left.
 */
function computeDepths(checkpoints: readonly LayeredNode[]): Map<string, number> {
  const { waitsFor, followers } = buildDependencyLinks(checkpoints);
  const depths = new Map<string, number>();
  const minLayers = new Map<string, number>();
  const placeCheckpoint = (id: string): string[] => {
    const depth = minLayers.get(id) ?? 0;
    depths.set(id, depth);
    const waitingFollowers = followers.get(id) ?? [];
    for (const follower of waitingFollowers) {
      minLayers.set(follower, Math.max(minLayers.get(follower) ?? 0, depth + 1));
      waitsFor.set(follower, (waitsFor.get(follower) ?? 0) - 1);
    }
    return waitingFollowers.filter((follower) => waitsFor.get(follower) === 0 && !depths.has(follower));
  };
  const freeCheckpoints = checkpoints.filter(({ id }) => waitsFor.get(id) === 0);
  for (const { id: start } of [...freeCheckpoints, ...checkpoints]) {
    const open = depths.has(start) ? [] : [start];
    for (let id = open.pop(); id !== undefined; id = open.pop())
      for (const next of placeCheckpoint(id)) open.push(next);
  }
  return depths;
}

/**
 * Returns, for each checkpoint, the number of known checkpoints that it waits for and the ids of those that wait for
 * it.
 */
function buildDependencyLinks(checkpoints: readonly LayeredNode[]) {
  const waitsFor = new Map<string, number>();
  const followers = new Map<string, string[]>(checkpoints.map(({ id }) => [id, []]));
  for (const { id, after } of new Map(checkpoints.map((checkpoint) => [checkpoint.id, checkpoint])).values()) {
    const predecessors = [...new Set(after)].filter((other) => other !== id && followers.has(other));
    waitsFor.set(id, predecessors.length);
    for (const other of predecessors) followers.get(other)?.push(id);
  }
  return { waitsFor, followers };
}
