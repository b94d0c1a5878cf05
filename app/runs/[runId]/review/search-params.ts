import { parseAsInteger, parseAsJson } from 'nuqs/server';

export const reviewSearchParams = {
  /** The random sample is reviewed in parts; this is the index of the current part, counted from 0. */
  part: parseAsInteger.withDefault(0),
  /** The ids of the cases to review, as a JSON list; null means all cases. */
  cases: parseAsJson(parseCaseIds),
};

function parseCaseIds(value: unknown): string[] | null {
  const isList = Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string' && id !== '');
  return isList ? value : null;
}
