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
  /**
   * The second conversation, if two are compared; the run id is empty and the attempt 0 if only one conversation is
   * reviewed.
   */
  otherRunId: z.string(),
  otherAttempt: z.int().nonnegative(),
  reviewer: z.string().trim().min(1).max(100),
  /** The person's answer; null removes the person's decision. */
  label: z.string().min(1).max(40).nullable(),
  /** The person's note; without it, the note of an earlier decision stays. */
  note: z.string().max(10_000).optional(),
});

export const GET = defineRoute<'GET /api/reviews/queue'>((request) =>
  readQueue(parseSearchParams(request, searchSchema).name),
);

export const POST = defineRoute<'POST /api/reviews/queue'>(async (request) => {
  saveQueueDecision(await parseRouteBody(request, bodySchema));
  return { status: 'saved' };
});
