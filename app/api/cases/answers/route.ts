import { defineRoute, parseCaseParams } from '@/lib/http';
import { readRecordedAnswers } from '@/runner/history';
import { database } from '@/runner/history/db';

export const GET = defineRoute<'GET /api/cases/answers'>((request) =>
  readRecordedAnswers(database(), parseCaseParams(request)),
);
