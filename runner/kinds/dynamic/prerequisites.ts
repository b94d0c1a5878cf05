export type CheckpointWithPrerequisites = {
  id: string;
  after: readonly string[];
  /** True for a checkpoint that counts as satisfied as soon as its prerequisites are. */
  isPassed: boolean;
};

/** Tracks which checkpoints have all of their prerequisites satisfied. */
export type PrerequisiteTracker = {
  /** True if the checkpoint `id` no longer blocks the checkpoints that depend on it. */
  isSatisfied(id: string): boolean;
  /** True if all prerequisites of the checkpoint at this index are satisfied. */
  isOpen(index: number): boolean;
  /** Marks a checkpoint as reached. Returns the indexes of the checkpoints that have no other open prerequisite. */
  reach(index: number): number[];
};

/** Creates a tracker that follows each dependency only once, so that a long chain takes linear time. */
export function createPrerequisiteTracker(checkpoints: readonly CheckpointWithPrerequisites[]): PrerequisiteTracker {
  const indexOf = new Map(checkpoints.map(({ id }, index) => [id, index]));
  const prerequisites = checkpoints.map(({ after }) => new Set(after));
  const followers = findFollowers(prerequisites);
  const waitsFor = prerequisites.map((ids) => ids.size);
  const satisfiedIds = new Set<string>();

  /**
   * Marks one checkpoint as satisfied. Returns the checkpoints that depend on it and now have no open prerequisites.
   */
  function markSatisfied(index: number): number[] {
    const id = checkpoints[index]?.id ?? '';
    if (satisfiedIds.has(id) || indexOf.get(id) !== index) return [];
    satisfiedIds.add(id);
    const waitingFollowers = followers.get(id) ?? [];
    for (const follower of waitingFollowers) waitsFor[follower] = (waitsFor[follower] ?? 0) - 1;
    return waitingFollowers.filter((follower) => waitsFor[follower] === 0);
  }

  function markReached(index: number): number[] {
    const openedIndexes: number[] = [];
    const arrived = [index];
    for (let next = arrived.pop(); next !== undefined; next = arrived.pop()) {
      for (const follower of markSatisfied(next))
        (checkpoints[follower]?.isPassed === true ? arrived : openedIndexes).push(follower);
    }
    return openedIndexes;
  }

  const withoutPrerequisites = waitsFor.flatMap((count, index) => (count === 0 ? [index] : []));
  for (const index of withoutPrerequisites) if (checkpoints[index]?.isPassed === true) markReached(index);
  return { isSatisfied: (id) => satisfiedIds.has(id), isOpen: (index) => waitsFor[index] === 0, reach: markReached };
}

function findFollowers(prerequisites: readonly ReadonlySet<string>[]): Map<string, number[]> {
  const followers = new Map<string, number[]>();
  for (const [index, ids] of prerequisites.entries()) {
    for (const id of ids) {
      const otherFollowers = followers.get(id);
      if (otherFollowers === undefined) followers.set(id, [index]);
      else otherFollowers.push(index);
    }
  }
  return followers;
}
