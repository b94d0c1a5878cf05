import {
  createLoader,
  createSerializer,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import { caseChanges } from '@/runner/verdict';

export const compareSearchParams = {
  base: parseAsString.withDefault(''),
  head: parseAsString.withDefault(''),
  change: parseAsStringLiteral([...caseChanges, 'edited']),
  /** Also the many cases of large runs that stayed the same. */
  all: parseAsBoolean.withDefault(false),
  q: parseAsString.withDefault(''),
  suite: parseAsString,
  case: parseAsString,
  /** The attempt of the case on each side; by default, the one most worth looking at. */
  left: parseAsInteger,
  right: parseAsInteger,
};

export const loadCompareSearchParams = createLoader(compareSearchParams);
export const serializeCompareSearch = createSerializer(compareSearchParams);
