import * as z from 'zod';
import { defineRoute, parseRouteBody, parseSearchParams } from '@/lib/http';
import { getUpToDateHistory, readMatrixCellExplanations } from '@/lib/runs';
import { MAX_MATRIX_COLUMNS, matrixColumnSelections } from '@/runner/contract';
import { readMatrix } from '@/runner/history';

const searchSchema = z.object({
  suite: z.string().default(''),
  agent: z.string().default(''),
  by: z.enum(matrixColumnSelections).default('models'),
  /** Ids of runs, separated by commas. */
  runs: z.string().default(''),
});

const cellExplanationsRequestSchema = z.strictObject({
  runs: z.array(z.string().min(1)).min(1).max(MAX_MATRIX_COLUMNS),
  cases: z.array(z.strictObject({ suiteKey: z.string(), caseId: z.string() })).max(100),
});

export const GET = defineRoute<'GET /api/compare/matrix'>((request) => {
  const { suite, agent, by, runs } = parseSearchParams(request, searchSchema);
  const ids = runs.split(',').filter((id) => id !== '');
  return readMatrix(getUpToDateHistory(), { suiteKey: suite, agentId: agent, by, runs: ids });
});

export const POST = defineRoute<'POST /api/compare/matrix'>(async (request) => ({
  words: readMatrixCellExplanations(await parseRouteBody(request, cellExplanationsRequestSchema)),
}));
