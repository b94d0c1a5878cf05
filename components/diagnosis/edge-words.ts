import type { MapEdge } from '@/runner/verdict';

/** `between lookup and offer`, `before ask` */
export function edgeWords({ from, to }: Pick<MapEdge, 'from' | 'to'>): string {
  return from === undefined ? `before ${to}` : `between ${from} and ${to}`;
}
