import * as z from 'zod';
import { defineRoute, parseRouteBody, parseSearchParams } from '@/lib/http';
import { readQueue, saveQueueDecision } from '@/lib/reviews';

const searchSchema = z.object({ name: z.string().min(1) });

const bodySchema = z.strictObject({
  queue: z.string().min(1),
  runId: z.string().min(1),
  suiteKey: z.string().min(1),
  caseId: z.string().min(1),
  attempt: z.int().positive(),
  /** The second conversation if two are compared. If only one is reviewed, the run id is empty and the attempt is 0. */
  otherRunId: z.string(),
  otherAttempt: z.int().nonnegative(),
  reviewer: z.string().trim().min(1).max(100),
  /** The label that the reviewer chose; null removes the reviewer's decision. */
  label: z.string().min(1).max(40).nullable(),
  /** The reviewer's note; if missing, the note of an earlier decision is kept. */
  note: z.string().max(10_000).optional(),
});

export const GET = defineRoute<'GET /api/reviews/queue'>((request) =>
  readQueue(parseSearchParams(request, searchSchema).name),
);

export const POST = defineRoute<'POST /api/reviews/queue'>(async (request) => {
  saveQueueDecision(await parseRouteBody(request, bodySchema));
  return { status: 'saved' };
});
