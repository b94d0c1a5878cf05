import type { Checkpoint } from '../contract/index.ts';
import { nearest } from '../values/index.ts';
import { errorAt, type Finding, withCure } from './finding.ts';

/** Checkpoints that could never be reached in order: unknown prerequisites, cycles, ids used twice. */
export function checkCheckpoints(checkpoints: readonly Checkpoint[]): Finding[] {
  const ids = checkpoints.map(({ id }) => id);
  const findings: Finding[] = [];
  for (const [index, { id, after }] of checkpoints.entries()) {
    if (ids.indexOf(id) !== index) {
      findings.push(errorAt(['checkpoints', index, 'id'], `checkpoint ${JSON.stringify(id)} is defined twice`));
    }
    for (const [position, prerequisite] of after.entries()) {
      if (ids.includes(prerequisite)) continue;
      const message = `"after" names ${JSON.stringify(prerequisite)}, which is not a checkpoint of this case`;
      const finding = errorAt(['checkpoints', index, 'after', position], message, nearest(prerequisite, ids));
      findings.push(withCure(finding, { kind: 'remove' }));
    }
  }
  const cycle = findCycle(checkpoints);
  if (cycle !== undefined) {
    const index = ids.indexOf(cycle[0] ?? '');
    const message = `checkpoints wait for each other: ${cycle.join(' → ')}`;
    findings.push(errorAt(['checkpoints', index, 'after'], message));
  }
  return findings;
}

/** One cycle, as ids from a checkpoint back to itself, each waiting for the next. */
function findCycle(checkpoints: readonly Checkpoint[]): string[] | undefined {
  const waiting = new Map(checkpoints.map(({ id, after }) => [id, after]));
  const known = (id: string): boolean => waiting.has(id);
  let size = -1;
  while (size !== waiting.size) {
    size = waiting.size;
    for (const [id, after] of waiting) if (!after.some(known)) waiting.delete(id);
  }
  const [first] = waiting.keys();
  if (first === undefined) return undefined;
  const trail: string[] = [];
  let current = first;
  while (!trail.includes(current)) {
    trail.push(current);
    current = waiting.get(current)?.find(known) ?? current;
  }
  return [...trail.slice(trail.indexOf(current)), current];
}
