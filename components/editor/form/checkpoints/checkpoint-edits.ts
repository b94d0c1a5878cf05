import type { CaseEdit, CaseSource } from '@/runner/authoring';

/** A checkpoint with the data that the graph needs; `index` is its position in the case's list. */
export type GraphCheckpoint = { index: number; id: string; after: string[]; required: boolean };

const checkpointsPath = ['checkpoints'];

/** Returns the checkpoints of a case, even if parts of it are invalid. */
export function parseCheckpointGraph({ at }: Pick<CaseSource, 'at'>): GraphCheckpoint[] {
  const entries = at(checkpointsPath);
  if (!Array.isArray(entries)) return [];
  return entries.map((_, index) => {
    const id = at([...checkpointsPath, index, 'id']);
    const after = at([...checkpointsPath, index, 'after']);
    return {
      index,
      id: typeof id === 'string' ? id : '',
      after: Array.isArray(after) ? after.filter((item) => typeof item === 'string') : [],
      required: at([...checkpointsPath, index, 'required']) !== false,
    };
  });
}

export type ConnectCheckpointsResult = { edits: CaseEdit[]; announcementText: string } | { refusalReason: string };

/** Adds `first` to the predecessors of `second`, or removes it if it is one already. Refuses to create a cycle. */
export function connectCheckpoints(
  graph: readonly GraphCheckpoint[],
  first: GraphCheckpoint,
  second: GraphCheckpoint,
): ConnectCheckpointsResult {
  if (first.id === second.id) return { refusalReason: 'A checkpoint cannot come after itself.' };
  if (first.id === '') return { refusalReason: 'Give the checkpoint an id first.' };
  const fieldPath = [...checkpointsPath, second.index, 'after'];
  const position = second.after.indexOf(first.id);
  if (position !== -1) {
    const removedPath = second.after.length === 1 ? fieldPath : [...fieldPath, position];
    return {
      edits: [{ kind: 'remove', path: removedPath }],
      announcementText: `${second.id} no longer comes after ${first.id}.`,
    };
  }
  const existingPath = findPath(graph, second.id, first.id);
  if (existingPath !== undefined) {
    return {
      refusalReason: `${second.id} cannot come after ${first.id}: that would be a circle, ${[...existingPath, second.id].join(' → ')}.`,
    };
  }
  const edit: CaseEdit = { kind: 'insert', path: fieldPath, index: second.after.length, value: first.id };
  return { edits: [edit], announcementText: `${second.id} comes after ${first.id} now.` };
}

/** Renames a checkpoint, and changes the references to it in other checkpoints. */
export function renameCheckpoint(graph: readonly GraphCheckpoint[], index: number, id: string): CaseEdit[] {
  const oldId = graph[index]?.id;
  const named: CaseEdit = { kind: 'set', path: [...checkpointsPath, index, 'id'], value: id };
  // With duplicate ids, it is unclear which checkpoint a reference means, so references stay unchanged.
  if (oldId === undefined || oldId === '' || graph.filter((other) => other.id === oldId).length > 1) return [named];
  const afterEdits = graph.flatMap((other) =>
    other.after.flatMap((name, position): CaseEdit[] =>
      name === oldId ? [{ kind: 'set', path: [...checkpointsPath, other.index, 'after', position], value: id }] : [],
    ),
  );
  return [named, ...afterEdits];
}

/** Removes a checkpoint and, if its id is unique, all references to it. */
export function removeCheckpoint(graph: readonly GraphCheckpoint[], index: number): CaseEdit[] {
  const removedCheckpoint = graph[index];
  if (removedCheckpoint === undefined) return [];
  if (graph.length === 1) return [{ kind: 'remove', path: checkpointsPath }];
  const isTheOnly = graph.filter(({ id }) => id === removedCheckpoint.id).length === 1;
  const freed = graph.flatMap((other): CaseEdit[] => {
    const position = other.after.indexOf(removedCheckpoint.id);
    if (!isTheOnly || other.index === index || position === -1) return [];
    const fieldPath = [...checkpointsPath, other.index, 'after'];
    return [{ kind: 'remove', path: other.after.length === 1 ? fieldPath : [...fieldPath, position] }];
  });
  return [...freed, { kind: 'remove', path: [...checkpointsPath, index] }];
}

/** Returns an unused checkpoint id. */
export function createUnusedCheckpointId(graph: readonly GraphCheckpoint[], prefix: string): string {
  for (let number = graph.length + 1; ; number += 1) {
    const id = `${prefix}-${number}`;
    if (graph.every((other) => other.id !== id)) return id;
  }
}

/** Finds a path from one checkpoint to a later one by breadth-first search. */
function findPath(graph: readonly GraphCheckpoint[], from: string, to: string): string[] | undefined {
  const visited = new Set<string>();
  const openPaths: string[][] = [[from]];
  for (let currentPath = openPaths.shift(); currentPath !== undefined; currentPath = openPaths.shift()) {
    const last = currentPath.at(-1) ?? '';
    if (last === to) return currentPath;
    if (visited.has(last)) continue;
    visited.add(last);
    for (const { id, after } of graph) if (after.includes(last)) openPaths.push([...currentPath, id]);
  }
  return undefined;
}
