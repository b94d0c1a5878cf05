import * as z from 'zod';
import { MAX_MATRIX_COLUMNS, matrixCaseFilters, matrixColumnSelections, matrixSorts } from './closed-sets.ts';

export const MATRIX_VIEW_VERSION = 1;

/** A saved view of the matrix, which can be shared. It is stored in `views/<name>.json` of the workspace. */
export const matrixViewSchema = z.strictObject({
  version: z.literal(MATRIX_VIEW_VERSION, 'this program reads version 1'),
  suite: z.string().describe('The suite; empty for runs of any suite').default(''),
  agent: z.string().default(''),
  by: z.enum(matrixColumnSelections).describe('How the columns are chosen if no runs are named').default('models'),
  runs: z.array(z.string().min(1)).max(MAX_MATRIX_COLUMNS).describe('The columns, as ids of runs').default([]),
  mode: z.enum(matrixCaseFilters).default('all'),
  sort: z.enum(matrixSorts).default('suite'),
  filter: z.string().describe('Words to filter the cases by').default(''),
});
export type MatrixView = z.infer<typeof matrixViewSchema>;
