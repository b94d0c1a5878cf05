import * as z from 'zod';
import { defineRoute, parseRouteBody } from '@/lib/http';
import { readEnvironment } from '@/runner/host/env';
import { checkCaseReferences } from '@/runner/workspace';

const kinds = ['simulator', 'validator', 'connector', 'hook', 'function', 'attachment', 'state', 'template'] as const;
const bodySchema = z.strictObject({
  suiteKey: z.string().min(1).max(1_000),
  references: z.array(z.strictObject({ kind: z.enum(kinds), name: z.string().max(2_000) })).max(2_000),
});

export const POST = defineRoute<'POST /api/cases/references'>(async (request) => {
  const { workspace } = readEnvironment();
  return { problems: await checkCaseReferences({ workspace, ...(await parseRouteBody(request, bodySchema)) }) };
});
