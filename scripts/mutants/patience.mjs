/** So long may a test take that takes so much CPU without a mutant: only one that waits for ever takes longer on a busy machine. */
export function patienceMs(slowestMs) {
  return 60_000 + 60 * slowestMs;
}
