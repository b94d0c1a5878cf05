import * as z from 'zod';
import { defineRoute, parseRouteBody, parseSearchParams } from '@/lib/http';
import type { RouteAnswers } from '@/lib/queries';
import { readEnvironment } from '@/runner/host/env';
import { createCaseFile, readCaseFile, saveCaseFile } from '@/runner/workspace';

const searchSchema = z.object({
  suite: z.string().min(1),
  /** The hash of the case file's version that the page shows; the file is sent only if it has changed since. */
  sha256: z.string().optional(),
  modifiedAt: z.coerce.number().optional(),
});

const saveSchema = z.strictObject({
  suite: z.string().min(1).max(1_000),
  text: z.string(),
  /** The SHA-256 of the version of the case file that was edited; null creates a new file. */
  base: z.string().nullable(),
});

export const GET = defineRoute<'GET /api/cases/file'>((request) => {
  const { suite, sha256, modifiedAt } = parseSearchParams(request, searchSchema);
  const knownVersion = sha256 === undefined ? undefined : { sha256, modifiedAt };
  return readCaseFile({ workspace: readEnvironment().workspace, suiteKey: suite, known: knownVersion });
});

export const POST = defineRoute<'POST /api/cases/file'>(async (request) => {
  const { suite: suiteKey, text, base } = await parseRouteBody(request, saveSchema);
  const { workspace } = readEnvironment();
  if (base === null) {
    const { sha256 } = await createCaseFile({ workspace, suiteKey, text });
    return Response.json({ status: 'saved', sha256 } satisfies RouteAnswers['POST /api/cases/file'], { status: 201 });
  }
  const answer = await saveCaseFile({ workspace, suiteKey, text, base });
  return Response.json(answer satisfies RouteAnswers['POST /api/cases/file'], {
    status: answer.status === 'saved' ? 200 : 409,
  });
});
