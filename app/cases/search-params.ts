import { parseAsString } from 'nuqs/server';

export const casesSearchParams = { q: parseAsString.withDefault('') };
