import * as z from 'zod';
import { defineRoute, parseRouteBody } from '@/lib/http';
import type { RouteAnswers } from '@/lib/queries';
import { getUpToDateHistory, requireRun } from '@/lib/runs';
import { getAttemptState, readLastRunsByFile } from '@/runner/history';
import { readEnvironment } from '@/runner/host/env';
import { AppError } from '@/runner/host/errors';
import { appendCase, listSuites, loadAuthoredCase } from '@/runner/workspace';
import { buildCaseFromConversation, buildContinuationCase } from '@/runner/workspace/case-from-conversation';

const bodySchema = z.strictObject({
  /** The attempt whose conversation becomes a case. */
  runId: z.string().min(1),
  suiteKey: z.string().min(1),
  caseId: z.string().min(1),
  attempt: z.int().positive(),
  upTo: z.int().positive(),
  /** The case file to append to. */
  target: z.string().min(1),
  id: z.string().trim().min(1).max(200),
  name: z.string().trim().max(500).optional(),
  contains: z.string().max(10_000).optional(),
  /** If true, the case contains all turns of the conversation up to the turn `upTo`, not only that turn's question. */
  goesOn: z.literal(true).optional(),
});

export const GET = defineRoute<'GET /api/cases'>(async () => {
  const { workspace } = readEnvironment();
  // Does not load the agents from the config: case files stay editable while the config is broken.
  const suites = await listSuites(workspace, []);
  const last = readLastRunsByFile(getUpToDateHistory());
  return { folder: workspace, files: suites.map((suite) => ({ ...suite, last: last.get(suite.key) ?? [] })) };
});

export const POST = defineRoute<'POST /api/cases'>(async (request) => {
  const { runId, target, upTo, id, name, contains, goesOn, ...key } = await parseRouteBody(request, bodySchema);
  requireRun(runId);
  const { turns, result } = getAttemptState(getUpToDateHistory(), runId, key);
  if (turns.every(({ turn }) => turn !== upTo)) {
    throw new AppError('invalid_request', `The conversation has no turn ${upTo}.`);
  }
  const { workspace } = readEnvironment();
  const conversation = { input: result?.input, turns, upTo };
  const reachedIds = (result?.checkpoints ?? []).flatMap((each) =>
    (each.reachedAtTurn ?? upTo) < upTo ? [each.id] : [],
  );
  const testCase =
    goesOn === true
      ? buildContinuationCase(
          { ...conversation, reached: new Set(reachedIds) },
          { id, writtenCase: await loadAuthoredCase(workspace, key) },
        )
      : buildCaseFromConversation(conversation, { id, name, contains });
  await appendCase(workspace, target, testCase);
  return Response.json({ id, target } satisfies RouteAnswers['POST /api/cases'], { status: 201 });
});
