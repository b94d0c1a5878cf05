import { parseAsInteger } from 'nuqs/server';

/** From 0: which part of the attempts, as they are drawn, is reviewed. */
export const reviewSearchParams = { part: parseAsInteger.withDefault(0) };
