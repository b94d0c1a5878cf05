import { createContext } from 'react';

/** A place in a long text at which somebody has found words: it is shown instead of the beginning. */
export type FoundExcerpt = { at: string; excerpt: string };

export const FoundExcerptContext = createContext<FoundExcerpt | undefined>(undefined);
