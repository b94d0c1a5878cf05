/**
 * Returns a deterministic pseudo-random number in [0, 1) for a seed: FNV-1a with the finalizer of MurmurHash 3. Not for
 * secrets.
 */
export function generateSeededNumber(seed: string): number {
  let hash = 0x811c9dc5;
  for (const character of seed) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}
