import { parseAsBoolean, parseAsString } from 'nuqs/server';

export const casesSearchParams = {
  q: parseAsString.withDefault(''),
  new: parseAsBoolean.withDefault(false),
};
