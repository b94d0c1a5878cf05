/** The text of a proposed case. Discarded ones can be restored while the list is open. */
export type Staged = { key: number; text: string; isDiscarded: boolean };

/** Returns the proposed cases that are not discarded. */
export function undecided(staged: readonly Staged[] = []): Staged[] {
  return staged.filter(({ isDiscarded }) => !isDiscarded);
}
