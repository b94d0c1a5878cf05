import { parseAsBoolean, parseAsString } from 'nuqs/server';

/** The address parameters of a page with a list: its filter, and whether something new is being created. */
export const listSearchParams = {
  q: parseAsString.withDefault(''),
  new: parseAsBoolean.withDefault(false),
};
