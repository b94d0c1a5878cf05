/** A case that somebody proposes, as text. What was discarded can be brought back while the list is open. */
export type Staged = { key: number; text: string; isDiscarded: boolean };

/** Those on which somebody still has to decide. */
export function undecided(staged: readonly Staged[] = []): Staged[] {
  return staged.filter(({ isDiscarded }) => !isDiscarded);
}
