import * as z from 'zod';
import { readJson, readSearch, route } from '@/lib/http';
import { historyWithCorrectedRuns, readCellSummaries } from '@/lib/runs';
import { MOST_MATRIX_COLUMNS, matrixColumnRules } from '@/runner/contract';
import { readMatrix } from '@/runner/history';

const searchSchema = z.object({
  suite: z.string().default(''),
  agent: z.string().default(''),
  by: z.enum(matrixColumnRules).default('models'),
  /** Ids of runs, separated by commas. */
  runs: z.string().default(''),
});

const wordsSchema = z.strictObject({
  runs: z.array(z.string().min(1)).min(1).max(MOST_MATRIX_COLUMNS),
  cases: z.array(z.strictObject({ suiteKey: z.string(), caseId: z.string() })).max(100),
});

export const GET = route<'GET /api/compare/matrix'>((request) => {
  const { suite, agent, by, runs } = readSearch(request, searchSchema);
  const ids = runs.split(',').filter((id) => id !== '');
  return readMatrix(historyWithCorrectedRuns(), { suiteKey: suite, agentId: agent, by, runs: ids });
});

export const POST = route<'POST /api/compare/matrix'>(async (request) => ({
  words: readCellSummaries(await readJson(request, wordsSchema)),
}));
