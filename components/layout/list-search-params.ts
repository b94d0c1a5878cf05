import { parseAsBoolean, parseAsString } from 'nuqs/server';

/** URL parameters of a list page: its filter, and whether the dialog for a new item is open. */
export const listSearchParams = {
  q: parseAsString.withDefault(''),
  new: parseAsBoolean.withDefault(false),
};
