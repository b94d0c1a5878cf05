import { defineRoute, parseRouteBody } from '@/lib/http';
import { talkSchema, talkToAgent } from '@/lib/runs';

/** Runs the next step of a conversation with an agent that has no suite yet. */
export const POST = defineRoute<'POST /api/try'>(async (request) =>
  talkToAgent(await parseRouteBody(request, talkSchema)),
);
