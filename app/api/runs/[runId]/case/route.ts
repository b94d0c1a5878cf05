import * as z from 'zod';
import { database } from '@/lib/db';
import { attemptsOfCase } from '@/lib/history';
import { readSearch, runRoute } from '@/lib/http';
import { requireRun } from '@/lib/runs';

const searchSchema = z.object({ suite: z.string().min(1), case: z.string().min(1) });

export const GET = runRoute<'GET /api/runs/[runId]/case'>((request, runId) => {
  const { suite, case: caseId } = readSearch(request, searchSchema);
  requireRun(runId);
  return { found: attemptsOfCase(database(), runId, { suiteKey: suite, caseId }) ?? null };
});
