/**
 * Creates a seeded generator of numbers in [0, 1): the xorshift generator of G. Marsaglia (Journal of Statistical
 * Software 8, 2003) with shifts 13, 17 and 5. For resampling, not for secrets.
 */
export function createRandomNumberGenerator(seed: number): () => number {
  // Stored as a signed 32-bit number, which is faster and has the same bits as the unsigned number.
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) - 1) / 0xffff_ffff;
  };
}
