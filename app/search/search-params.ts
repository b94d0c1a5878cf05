import { parseAsString } from 'nuqs/server';

export const textSearchParams = {
  q: parseAsString.withDefault(''),
  /** Searches only this run. */
  run: parseAsString,
};
