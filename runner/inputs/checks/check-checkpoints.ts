import type { Checkpoint } from '../../contract/index.ts';
import { findNearestWord, formatCount } from '../../values/index.ts';
import { type CaseFinding, errorAt, withSuggestedFix } from '../finding.ts';

/** Reports checkpoints that could never be reached in order: unknown prerequisites, cycles and duplicate ids. */
export function checkCheckpoints(checkpoints: readonly Checkpoint[]): CaseFinding[] {
  if (areInPrerequisiteOrder(checkpoints)) return [];
  const ids = new Map<string, number>();
  for (const [index, { id }] of checkpoints.entries()) if (!ids.has(id)) ids.set(id, index);
  const findings: CaseFinding[] = [];
  for (const [index, { id, after }] of checkpoints.entries()) {
    if (ids.get(id) !== index) {
      findings.push(errorAt(['checkpoints', index, 'id'], `checkpoint ${JSON.stringify(id)} is defined twice`));
    }
    for (const [position, prerequisite] of after.entries()) {
      if (ids.has(prerequisite)) continue;
      const message = `"after" names ${JSON.stringify(prerequisite)}, which is not a checkpoint of this case`;
      const finding = errorAt(
        ['checkpoints', index, 'after', position],
        message,
        findNearestWord(prerequisite, ids.keys()),
      );
      findings.push(withSuggestedFix(finding, { kind: 'remove' }));
    }
  }
  const cycle = findCycle(checkpoints);
  if (cycle !== undefined) {
    const index = ids.get(cycle[0] ?? '') ?? 0;
    const message = `checkpoints wait for each other: ${formatCycle(cycle)}`;
    findings.push(errorAt(['checkpoints', index, 'after'], message));
  }
  return findings;
}

/**
 * True if checkpoints need no further check: their ids are unique, and all prerequisites of a checkpoint come earlier
 * in the list.
 */
function areInPrerequisiteOrder(checkpoints: readonly Checkpoint[]): boolean {
  const earlier = new Set<string>();
  for (const { id, after } of checkpoints) {
    if (earlier.has(id) || !after.every((prerequisite) => earlier.has(prerequisite))) return false;
    earlier.add(id);
  }
  return true;
}

const MAX_SHOWN_CYCLE_STEPS = 10;

function formatCycle(cycle: readonly string[]): string {
  if (cycle.length <= MAX_SHOWN_CYCLE_STEPS + 1) return cycle.join(' → ');
  return `${cycle.slice(0, MAX_SHOWN_CYCLE_STEPS).join(' → ')} → … → ${cycle.at(-1)} (${formatCount(cycle.length - 1)} in all)`;
}

/** Returns one cycle as ids, from a checkpoint back to itself; each one waits for the next one. */
function findCycle(checkpoints: readonly Checkpoint[]): string[] | undefined {
  const unreachable = findUnreachableCheckpoints(checkpoints);
  const [first] = unreachable.keys();
  if (first === undefined) return undefined;
  const trail = new Set<string>();
  let currentId = first;
  while (!trail.has(currentId)) {
    trail.add(currentId);
    currentId = unreachable.get(currentId)?.find((id) => unreachable.has(id)) ?? currentId;
  }
  const ids = [...trail];
  return [...ids.slice(ids.indexOf(currentId)), currentId];
}

/** Returns the checkpoints that remain after a topological sort: those in a cycle, or with prerequisites in a cycle. */
function findUnreachableCheckpoints(checkpoints: readonly Checkpoint[]): Map<string, string[]> {
  const prerequisites = new Map(checkpoints.map(({ id, after }) => [id, after]));
  const blockers = new Map<string, number>();
  const followers = new Map<string, string[]>();
  for (const [id, after] of prerequisites) {
    const openBlockers = after.filter((other) => prerequisites.has(other));
    blockers.set(id, openBlockers.length);
    for (const other of openBlockers) {
      const others = followers.get(other);
      if (others === undefined) followers.set(other, [id]);
      else others.push(id);
    }
  }
  const unblockedIds = [...prerequisites.keys()].filter((id) => blockers.get(id) === 0);
  for (let id = unblockedIds.pop(); id !== undefined; id = unblockedIds.pop()) {
    prerequisites.delete(id);
    for (const follower of followers.get(id) ?? []) {
      const openCount = (blockers.get(follower) ?? 0) - 1;
      blockers.set(follower, openCount);
      if (openCount === 0) unblockedIds.push(follower);
    }
  }
  return prerequisites;
}
