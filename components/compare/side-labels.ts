/**
 * The words that tell which side of a comparison something is on: `in the first run` and `in the second run`, or `in
 * attempt 1` and `in attempt 2`.
 */
export type SideLabels = { before: string; after: string };
