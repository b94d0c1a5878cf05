import { readJson, route } from '@/lib/http';
import { talkSchema, talkToAgent } from '@/lib/runs';

/** A conversation with an agent that has no suite yet, step by step. */
export const POST = route<'POST /api/try'>(async (request) => talkToAgent(await readJson(request, talkSchema)));
