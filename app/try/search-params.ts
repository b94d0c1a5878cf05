import { createLoader, parseAsString } from 'nuqs/server';

/** What `runner try --browser` was told. */
export const trySearchParams = {
  agent: parseAsString.withDefault(''),
  name: parseAsString.withDefault(''),
  model: parseAsString.withDefault(''),
  export: parseAsString.withDefault(''),
};

export const loadTrySearchParams = createLoader(trySearchParams);
