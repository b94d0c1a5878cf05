/**
 * The limits for the examples of a judge: how many examples it may have, and how many characters a quote or a note may
 * have.
 */
export const EXAMPLE_LIMITS = { count: 20, characters: 500 } as const;
