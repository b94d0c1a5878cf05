import { parseAsBoolean, parseAsString } from 'nuqs/server';

/** What the address of a page with a list has: its filter, and whether something new is being made. */
export const listSearchParams = {
  q: parseAsString.withDefault(''),
  new: parseAsBoolean.withDefault(false),
};
