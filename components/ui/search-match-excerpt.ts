import { createContext } from 'react';

/** A search match in a long text. The page shows the excerpt around it instead of the beginning of the text. */
export type SearchMatchExcerpt = { at: string; excerpt: string };

export const SearchMatchExcerptContext = createContext<SearchMatchExcerpt | undefined>(undefined);
