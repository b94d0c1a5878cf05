import * as z from 'zod';
import { database } from '@/lib/db';
import { reapOrphans, runsPage } from '@/lib/history';
import { readJson, readSearch, route } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { startRun } from '@/lib/runs';
import { cassetteModes } from '@/runner/contract';

const searchSchema = z.object({
  q: z.string().max(200).default(''),
  limit: z.coerce.number().int().positive().max(1_000).default(100),
});

const startSchema = z.strictObject({
  suites: z.array(z.string().min(1)).min(1),
  agentId: z.string().min(1).optional(),
  connector: z.string().min(1).optional(),
  simulator: z.string().min(1).optional(),
  before: z.string().min(1).optional(),
  after: z.string().min(1).optional(),
  context: z.string().min(1).optional(),
  attempts: z.int().positive().max(1_000).default(1),
  parallel: z.int().positive().max(1_000).default(1),
  cassette: z.enum(cassetteModes).optional(),
  cases: z.array(z.string().min(1)).min(1).optional(),
});

export const GET = route<'GET /api/runs'>((request) => {
  const { q, limit } = readSearch(request, searchSchema);
  reapOrphans(database());
  return runsPage(database(), { limit, text: q });
});

export const POST = route<'POST /api/runs'>(async (request) => {
  const answer = await startRun(await readJson(request, startSchema));
  return Response.json(answer satisfies Answers['POST /api/runs'], { status: answer.ok ? 201 : 200 });
});
