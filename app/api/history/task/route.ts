import * as z from 'zod';
import { readJson, respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { askRunner } from '@/lib/settings';

const bodySchema = z.strictObject({ task: z.enum(['check', 'clean']) });
const commands = { check: ['history', 'check'], clean: ['prune', '--vacuum'] } as const;

export function POST(request: Request): Promise<Response> {
  return respond(async () => {
    const { task } = bodySchema.parse(await readJson(request));
    return Response.json((await askRunner(commands[task])) satisfies Answers['POST /api/history/task']);
  });
}
