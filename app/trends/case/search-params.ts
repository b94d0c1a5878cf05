import { createLoader, parseAsString } from 'nuqs/server';

export const caseTrendSearchParams = {
  suite: parseAsString.withDefault(''),
  case: parseAsString.withDefault(''),
  /**
   * The connector; it takes the same values as on the trends page: `*` means all, `-` means runs without a connector.
   */
  connector: parseAsString.withDefault(''),
};

export const loadCaseTrendSearchParams = createLoader(caseTrendSearchParams);
