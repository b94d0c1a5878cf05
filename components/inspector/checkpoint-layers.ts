export type LayeredNode = { id: string; after: readonly string[] };

/**
 * Arranges checkpoints in layers. Checkpoints without predecessors are in the first layer; every other one is in the
 * layer below its last predecessor. Layers keep the order of the case. Unknown ids and references of a checkpoint to
 * itself are ignored.
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
 * Computes the layer of each checkpoint. If the references form a cycle, its first checkpoint is treated as if all its
 * predecessors had been placed.
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

/** Returns for each checkpoint the number of its known predecessors and the ids of its successors. */
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
