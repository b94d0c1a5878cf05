import { parseAsString } from 'nuqs/server';

export const saidSearchParams = {
  q: parseAsString.withDefault(''),
  /** Only in this run. */
  run: parseAsString,
};
