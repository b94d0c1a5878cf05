import { createLoader, parseAsString } from 'nuqs/server';

export const casesSearchParams = { q: parseAsString.withDefault('') };

export const loadCasesSearchParams = createLoader(casesSearchParams);
