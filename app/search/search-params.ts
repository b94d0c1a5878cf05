import { parseAsString } from 'nuqs/server';

export const saidSearchParams = {
  q: parseAsString.withDefault(''),
  /** Searches only this run. */
  run: parseAsString,
};
