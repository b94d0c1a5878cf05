import { database } from '@/lib/db';
import { environment } from '@/lib/env';
import { recordedAnswers } from '@/lib/history';
import { readCase, route } from '@/lib/http';
import { describeWorkspace } from '@/lib/workspace';

export const GET = route<'GET /api/cases/answers'>(async (request) => {
  const { rules } = await describeWorkspace(environment().workspace);
  return { ...recordedAnswers(database(), readCase(request)), rules };
});
