/**
 * Chooses between cached and fetched data of a query that events also update. A response that is older than the cached
 * data is ignored.
 */
export function keepNewerData(currentData: unknown, arrivedData: unknown): unknown {
  return getSeq(currentData) > getSeq(arrivedData) ? currentData : arrivedData;
}

function getSeq(value: unknown): number {
  if (typeof value !== 'object' || value === null || !('seq' in value)) return -1;
  return typeof value.seq === 'number' ? value.seq : -1;
}
