import { createContext } from 'react';

/** A match in a long text. The page shows its excerpt instead of the beginning of the text. */
export type FoundExcerpt = { at: string; excerpt: string };

export const FoundExcerptContext = createContext<FoundExcerpt | undefined>(undefined);
