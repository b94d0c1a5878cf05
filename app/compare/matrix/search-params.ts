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
  /** Ids of runs, separated by commas; without them, `by` chooses the columns. */
  runs: parseAsString.withDefault(''),
  mode: parseAsStringLiteral(matrixCaseFilters).withDefault('all'),
  sort: parseAsStringLiteral(matrixSorts).withDefault('suite'),
  q: parseAsString.withDefault(''),
  /** The name of the saved view that is shown. */
  view: parseAsString,
  /** The position in the matrix: the key of the current case (see `caseKey`), and its column. */
  at: parseAsString,
  column: parseAsInteger.withDefault(0),
  /** True if the conversations of the current cell are open. */
  open: parseAsBoolean.withDefault(false),
};

export const loadMatrixSearchParams = createLoader(matrixSearchParams);
export const serializeMatrixSearch = createSerializer(matrixSearchParams);
