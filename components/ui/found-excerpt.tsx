import { createContext } from 'react';

/** A search match in a long text. The page shows the excerpt around it instead of the beginning of the text. */
export type FoundExcerpt = { at: string; excerpt: string };

export const FoundExcerptContext = createContext<FoundExcerpt | undefined>(undefined);
