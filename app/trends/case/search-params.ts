import { createLoader, parseAsString } from 'nuqs/server';

export const caseTrendSearchParams = {
  suite: parseAsString.withDefault(''),
  case: parseAsString.withDefault(''),
};

export const loadCaseTrendSearchParams = createLoader(caseTrendSearchParams);
