import { createLoader, parseAsString } from 'nuqs/server';

export const caseTrendSearchParams = {
  suite: parseAsString.withDefault(''),
  case: parseAsString.withDefault(''),
  /** Same meaning as on the page of the suite. */
  connector: parseAsString.withDefault(''),
};

export const loadCaseTrendSearchParams = createLoader(caseTrendSearchParams);
