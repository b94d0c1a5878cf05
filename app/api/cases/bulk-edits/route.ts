import * as z from 'zod';
import { defineRoute, parseRouteBody } from '@/lib/http';
import { judgeExampleSchema } from '@/runner/contract';
import { readEnvironment } from '@/runner/host/env';
import { bulkEditCases } from '@/runner/workspace';

const markSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('quarantine'), on: z.boolean() }),
  z.strictObject({ kind: z.literal('examples'), examples: z.array(judgeExampleSchema).min(1).max(20) }),
  z.strictObject({ kind: z.literal('tag'), tag: z.string().trim().min(1).max(100), on: z.boolean() }),
]);

const bodySchema = z.strictObject({
  suiteKey: z.string().min(1).max(1_000),
  caseIds: z.array(z.string().min(1)).min(1).max(10_000),
  mark: markSchema,
});

export const POST = defineRoute<'POST /api/cases/bulk-edits'>(async (request) => {
  const { mark: change, ...cases } = await parseRouteBody(request, bodySchema);
  return { caseIds: await bulkEditCases({ workspace: readEnvironment().workspace, ...cases, change }) };
});
