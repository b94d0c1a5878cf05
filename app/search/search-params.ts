import { parseAsString } from 'nuqs/server';

export const textSearchParams = {
  q: parseAsString.withDefault(''),
  /** The run to search; without it, all runs are searched. */
  run: parseAsString,
};
