import { type AttemptRow, type CaseRow, isExcluded, isJudged } from '../../fold/index.ts';

/** An attempt that stopped on this edge: it did not reach the checkpoint at the edge's end. */
type AttemptStoppedOnEdge = { id: string; attempt: number; passed: boolean };

/**
 * An edge of the graph, from a checkpoint to one that must come after it. Without `from`, the edge begins at the start
 * of the conversation. An attempt arrives at an edge when it has reached the checkpoint at its beginning; it then
 * either reaches the checkpoint at its end or stops on the edge.
 */
export type CheckpointFlowEdge = {
  from?: string;
  to: string;
  arrived: number;
  through: number;
  /** The number of attempts that stopped on the edge; `named` lists only the first few of them. */
  stopped: number;
  named: AttemptStoppedOnEdge[];
};

type CheckpointFlowNode = { id: string; after: string[]; required: boolean; reached: number };

/** A graph that combines all conversations of a suite whose cases have the same checkpoints. */
export type CheckpointFlowGraph = {
  suiteKey: string;
  cases: number;
  attempts: number;
  passed: number;
  nodes: CheckpointFlowNode[];
  edges: CheckpointFlowEdge[];
};

const MAX_NAMED_ATTEMPTS = 500;

/**
 * Combines all ended conversations of a run to graphs of their checkpoints. The graph with the most attempts comes
 * first.
 */
export function buildCheckpointFlowGraphs(rows: readonly CaseRow[]): CheckpointFlowGraph[] {
  const maps = new Map<string, CheckpointFlowGraph>();
  for (const row of rows) {
    const { checkpoints = [], suiteKey } = row;
    const attempts = isExcluded(row) ? [] : row.attempts.filter(isCountedAttempt);
    if (checkpoints.length === 0 || attempts.length === 0) continue;
    const key = JSON.stringify([
      suiteKey,
      ...checkpoints.map(({ id, after }) => [id, [...after].sort()]).sort(compareEntriesByKey),
    ]);
    const map = maps.get(key) ?? createEmptyFlowGraph(suiteKey, checkpoints);
    maps.set(key, map);
    map.cases += 1;
    for (const attempt of attempts) addAttemptToGraph(map, row.id, attempt);
  }
  return [...maps.values()].sort((one, other) => other.attempts - one.attempts);
}

function isCountedAttempt({ status, setAside }: AttemptRow): boolean {
  return isJudged(status) && setAside === undefined;
}

function compareEntriesByKey([one]: unknown[], [other]: unknown[]): number {
  return String(one) < String(other) ? -1 : 1;
}

function createEmptyFlowGraph(suiteKey: string, checkpoints: NonNullable<CaseRow['checkpoints']>): CheckpointFlowGraph {
  const checkpointIds = new Set(checkpoints.map(({ id }) => id));
  const nodes = checkpoints.map(({ id, after, required }) => ({
    id,
    required,
    reached: 0,
    after: [...new Set(after)].filter((other) => other !== id && checkpointIds.has(other)),
  }));
  const createEmptyEdge = () => ({ arrived: 0, through: 0, stopped: 0, named: [] });
  const edges = nodes.flatMap(({ id: to, after }): CheckpointFlowEdge[] =>
    after.length === 0 ? [{ to, ...createEmptyEdge() }] : after.map((from) => ({ from, to, ...createEmptyEdge() })),
  );
  return { suiteKey, cases: 0, attempts: 0, passed: 0, nodes, edges };
}

function addAttemptToGraph(map: CheckpointFlowGraph, id: string, row: AttemptRow): void {
  const dots = 'pips' in row ? row.pips : undefined;
  const isCheckpointReached = (checkpoint: string): boolean => {
    const state = dots !== undefined && Object.hasOwn(dots, checkpoint) ? dots[checkpoint]?.state : undefined;
    return state === 'reached' || state === 'kept';
  };
  const passed = row.status === 'passed';
  map.attempts += 1;
  if (passed) map.passed += 1;
  for (const node of map.nodes) if (isCheckpointReached(node.id)) node.reached += 1;
  for (const edge of map.edges) {
    if (edge.from !== undefined && !isCheckpointReached(edge.from)) continue;
    edge.arrived += 1;
    if (isCheckpointReached(edge.to)) edge.through += 1;
    else {
      edge.stopped += 1;
      if (edge.named.length < MAX_NAMED_ATTEMPTS) edge.named.push({ id, attempt: row.attempt, passed });
    }
  }
}
