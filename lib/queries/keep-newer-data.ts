/** For queries that events also update: a late response never replaces newer data. */
export function keepNewerData(current: unknown, arrived: unknown): unknown {
  return getSeq(current) > getSeq(arrived) ? current : arrived;
}

function getSeq(value: unknown): number {
  if (typeof value !== 'object' || value === null || !('seq' in value)) return -1;
  return typeof value.seq === 'number' ? value.seq : -1;
}
