import type { CheckpointFlowEdge } from '@/runner/verdict';

/** Describes an edge of the checkpoint graph, for example `between lookup and offer` or `before ask`. */
export function describeEdge({ from, to }: Pick<CheckpointFlowEdge, 'from' | 'to'>): string {
  return from === undefined ? `before ${to}` : `between ${from} and ${to}`;
}
