import type { CaseEdit, CaseSource } from '@/runner/authoring';

/** A checkpoint as the graph needs it; `index` is its position in the case's list. */
export type GraphCheckpoint = { index: number; id: string; after: string[]; required: boolean };

const path = ['checkpoints'];

/** Returns the checkpoints of a case, even if parts of it are invalid. */
export function parseCheckpointGraph({ at }: Pick<CaseSource, 'at'>): GraphCheckpoint[] {
  const entries = at(path);
  if (!Array.isArray(entries)) return [];
  return entries.map((_, index) => {
    const id = at([...path, index, 'id']);
    const after = at([...path, index, 'after']);
    return {
      index,
      id: typeof id === 'string' ? id : '',
      after: Array.isArray(after) ? after.filter((item) => typeof item === 'string') : [],
      required: at([...path, index, 'required']) !== false,
    };
  });
}

export type ConnectCheckpointsResult = { edits: CaseEdit[]; said: string } | { refused: string };

/** Adds `first` to the predecessors of `then`, or removes it if it is one already. Refuses cycles. */
export function connectCheckpoints(
  graph: readonly GraphCheckpoint[],
  first: GraphCheckpoint,
  then: GraphCheckpoint,
): ConnectCheckpointsResult {
  if (first.id === then.id) return { refused: 'A checkpoint cannot come after itself.' };
  if (first.id === '') return { refused: 'Give the checkpoint an id first.' };
  const fieldPath = [...path, then.index, 'after'];
  const position = then.after.indexOf(first.id);
  if (position !== -1) {
    const removedPath = then.after.length === 1 ? fieldPath : [...fieldPath, position];
    return { edits: [{ kind: 'remove', path: removedPath }], said: `${then.id} no longer comes after ${first.id}.` };
  }
  const way = findPath(graph, then.id, first.id);
  if (way !== undefined) {
    return {
      refused: `${then.id} cannot come after ${first.id}: that would be a circle, ${[...way, then.id].join(' → ')}.`,
    };
  }
  const edit: CaseEdit = { kind: 'insert', path: fieldPath, index: then.after.length, value: first.id };
  return { edits: [edit], said: `${then.id} comes after ${first.id} now.` };
}

/** Renames a checkpoint, including references from others. */
export function renameCheckpoint(graph: readonly GraphCheckpoint[], index: number, id: string): CaseEdit[] {
  const old = graph[index]?.id;
  const named: CaseEdit = { kind: 'set', path: [...path, index, 'id'], value: id };
  // With duplicate ids, it is unclear which checkpoint a reference means, so references stay unchanged.
  if (old === undefined || old === '' || graph.filter((other) => other.id === old).length > 1) return [named];
  const waiting = graph.flatMap((other) =>
    other.after.flatMap((name, position): CaseEdit[] =>
      name === old ? [{ kind: 'set', path: [...path, other.index, 'after', position], value: id }] : [],
    ),
  );
  return [named, ...waiting];
}

/** Removes a checkpoint and, if its id is unique, all references to it. */
export function removeCheckpoint(graph: readonly GraphCheckpoint[], index: number): CaseEdit[] {
  const removedCheckpoint = graph[index];
  if (removedCheckpoint === undefined) return [];
  if (graph.length === 1) return [{ kind: 'remove', path }];
  const isTheOnly = graph.filter(({ id }) => id === removedCheckpoint.id).length === 1;
  const freed = graph.flatMap((other): CaseEdit[] => {
    const position = other.after.indexOf(removedCheckpoint.id);
    if (!isTheOnly || other.index === index || position === -1) return [];
    const fieldPath = [...path, other.index, 'after'];
    return [{ kind: 'remove', path: other.after.length === 1 ? fieldPath : [...fieldPath, position] }];
  });
  return [...freed, { kind: 'remove', path: [...path, index] }];
}

/** Returns an unused checkpoint id. */
export function createUnusedCheckpointId(graph: readonly GraphCheckpoint[], prefix: string): string {
  for (let number = graph.length + 1; ; number += 1) {
    const id = `${prefix}-${number}`;
    if (graph.every((other) => other.id !== id)) return id;
  }
}

/** Finds a path from one checkpoint to another along its successors (breadth-first). */
function findPath(graph: readonly GraphCheckpoint[], from: string, to: string): string[] | undefined {
  const visited = new Set<string>();
  const ways: string[][] = [[from]];
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const last = way.at(-1) ?? '';
    if (last === to) return way;
    if (visited.has(last)) continue;
    visited.add(last);
    for (const { id, after } of graph) if (after.includes(last)) ways.push([...way, id]);
  }
  return undefined;
}
