/** The text of a proposed case. A discarded case can be restored until the list is closed. */
export type StagedCaseText = { key: number; text: string; isDiscarded: boolean };

/** Returns the proposed cases that are not discarded. */
export function listUndiscardedCases(stagedTexts: readonly StagedCaseText[] = []): StagedCaseText[] {
  return stagedTexts.filter(({ isDiscarded }) => !isDiscarded);
}
