import {
  createLoader,
  createSerializer,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import { matrixCaseFilters, matrixColumnSelections, matrixSorts } from '@/runner/contract';

export const matrixSearchParams = {
  suite: parseAsString.withDefault(''),
  agent: parseAsString.withDefault(''),
  by: parseAsStringLiteral(matrixColumnSelections).withDefault('models'),
  /** Ids of the runs to show, separated by commas; if empty, `by` determines the columns. */
  runs: parseAsString.withDefault(''),
  mode: parseAsStringLiteral(matrixCaseFilters).withDefault('all'),
  sort: parseAsStringLiteral(matrixSorts).withDefault('suite'),
  q: parseAsString.withDefault(''),
  /** The name of the saved view that is shown. */
  view: parseAsString,
  /** The current cell: `at` is the key of its case (see `caseKey`), `column` its column. */
  at: parseAsString,
  column: parseAsInteger.withDefault(0),
  /** True if the conversations of the current cell are open. */
  open: parseAsBoolean.withDefault(false),
};

export const loadMatrixSearchParams = createLoader(matrixSearchParams);
export const serializeMatrixSearch = createSerializer(matrixSearchParams);
