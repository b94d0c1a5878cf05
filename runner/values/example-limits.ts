/** The limits of a judge's examples: how many it may have, and how many characters a quote or a note. */
export const EXAMPLE_LIMITS = { count: 20, characters: 500 } as const;
