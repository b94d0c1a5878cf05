import * as z from 'zod';
import { defineRoute, parseRouteBody } from '@/lib/http';
import type { RouteAnswers } from '@/lib/queries';
import { readEnvironment } from '@/runner/host/env';
import { addToolCallRule, callExpectations } from '@/runner/workspace';

const bodySchema = z.strictObject({
  suiteKey: z.string().min(1).max(1_000),
  caseId: z.string().min(1),
  tool: z.string().min(1).max(1_000),
  wish: z.enum(callExpectations),
});

export const POST = defineRoute<'POST /api/cases/rules'>(async (request) => {
  const rule = await parseRouteBody(request, bodySchema);
  await addToolCallRule(
    { workspace: readEnvironment().workspace, ...rule },
    { tool: rule.tool, expectation: rule.wish },
  );
  return Response.json(rule satisfies RouteAnswers['POST /api/cases/rules'], { status: 201 });
});
