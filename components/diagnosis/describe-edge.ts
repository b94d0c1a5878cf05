import type { MapEdge } from '@/runner/verdict';

/** Returns, for example, `between lookup and offer` or `before ask`. */
export function describeEdge({ from, to }: Pick<MapEdge, 'from' | 'to'>): string {
  return from === undefined ? `before ${to}` : `between ${from} and ${to}`;
}
