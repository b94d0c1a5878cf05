/** For queries that events move on: a slower answer of the server never replaces what is already further. */
export function keepNewer(current: unknown, arrived: unknown): unknown {
  return seqOf(current) > seqOf(arrived) ? current : arrived;
}

function seqOf(value: unknown): number {
  if (typeof value !== 'object' || value === null || !('seq' in value)) return -1;
  return typeof value.seq === 'number' ? value.seq : -1;
}
