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
  /** True if unchanged cases are listed, too. They are hidden by default, because large runs have many. */
  all: parseAsBoolean.withDefault(false),
  q: parseAsString.withDefault(''),
  suite: parseAsString,
  case: parseAsString,
  /** The numbers of the attempts to show on the left and on the right; see `chooseDefaultAttempt` for the default. */
  left: parseAsInteger,
  right: parseAsInteger,
};

export const loadCompareSearchParams = createLoader(compareSearchParams);
export const serializeCompareSearch = createSerializer(compareSearchParams);
