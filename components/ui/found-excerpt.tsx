import { createContext } from 'react';

/** A match in a long text; its excerpt is shown instead of the text's beginning. */
export type FoundExcerpt = { at: string; excerpt: string };

export const FoundExcerptContext = createContext<FoundExcerpt | undefined>(undefined);
