import { createLoader, parseAsBoolean, parseAsInteger, parseAsString } from 'nuqs/server';

export const runsSearchParams = {
  q: parseAsString.withDefault(''),
  limit: parseAsInteger.withDefault(100),
  new: parseAsBoolean.withDefault(false),
};

export const loadRunsSearchParams = createLoader(runsSearchParams);
