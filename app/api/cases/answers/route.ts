import * as z from 'zod';
import { database } from '@/lib/db';
import { environment } from '@/lib/env';
import { recordedAnswers } from '@/lib/history';
import { respond } from '@/lib/http';
import type { CaseAnswers } from '@/lib/queries';
import { writtenCase } from '@/lib/workspace';

const searchSchema = z.object({ suite: z.string().min(1), case: z.string().min(1) });

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const { suite: suiteKey, case: caseId } = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    const { answers, leftOut } = recordedAnswers(database(), { suiteKey, caseId });
    const written = answers.length === 0 ? undefined : await writtenCase(environment().workspace, suiteKey, caseId);
    const found: CaseAnswers = {
      leftOut,
      answers: answers.map(({ caseHash, ...answer }) =>
        caseHash === written?.hash ? { ...answer, askedWith: written.value } : answer,
      ),
    };
    return Response.json(found);
  });
}
