import { database } from '../../runner/history/db/index.ts';
import { type CellWords, matrixWords } from '../../runner/history/index.ts';
import type { MatrixWordsRequest } from '../queries/route-types.ts';
import { requireRunState } from './known-run.ts';

/** Reads what the attempts of some cases say, in the order of the requested cases and runs. */
export function readMatrixWords({ runs, cases }: MatrixWordsRequest): (CellWords | null)[][] {
  return matrixWords(database(), { runs: runs.map(requireRunState), cases });
}
