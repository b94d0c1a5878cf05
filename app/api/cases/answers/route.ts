import * as z from 'zod';
import { database } from '@/lib/db';
import { recordedAnswers } from '@/lib/history';
import { readSearch, route } from '@/lib/http';

const searchSchema = z.object({ suite: z.string().min(1), case: z.string().min(1) });

export const GET = route<'GET /api/cases/answers'>((request) => {
  const { suite: suiteKey, case: caseId } = readSearch(request, searchSchema);
  return recordedAnswers(database(), { suiteKey, caseId });
});
