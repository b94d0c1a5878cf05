import { parseAsInteger, parseAsJson } from 'nuqs/server';

export const reviewSearchParams = {
  /** The part of the random sample to review, counted from 0. */
  part: parseAsInteger.withDefault(0),
  /** The only cases to review, by id, as a JSON list. */
  cases: parseAsJson(parseCaseIds),
};

function parseCaseIds(value: unknown): string[] | null {
  const isList = Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string' && id !== '');
  return isList ? value : null;
}
