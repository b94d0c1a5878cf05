import { parseAsInteger } from 'nuqs/server';

/** The part of the random sample to review, counted from 0. */
export const reviewSearchParams = { part: parseAsInteger.withDefault(0) };
