import { defineRoute, parseSuiteParam } from '@/lib/http';
import { readRecordedNames } from '@/runner/history';
import { database } from '@/runner/history/db';
import { readEnvironment } from '@/runner/host/env';
import { listReferenceableNames } from '@/runner/workspace';

export const GET = defineRoute<'GET /api/cases/autocomplete-names'>(async (request) => {
  const suite = parseSuiteParam(request);
  const names = await listReferenceableNames(readEnvironment().workspace, suite);
  return { ...names, ...readRecordedNames(database(), suite) };
});
