import { createLoader, parseAsString } from 'nuqs/server';

export const caseTrendSearchParams = {
  suite: parseAsString.withDefault(''),
  case: parseAsString.withDefault(''),
  /** The connector of the runs. As on the trends page, `*` means all, and `-` means runs without a connector. */
  connector: parseAsString.withDefault(''),
};

export const loadCaseTrendSearchParams = createLoader(caseTrendSearchParams);
