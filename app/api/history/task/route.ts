import * as z from 'zod';
import { defineRoute, parseRouteBody } from '@/lib/http';
import { runHistoryCommand } from '@/lib/settings';

const bodySchema = z.strictObject({ task: z.enum(['check', 'clean']) });
const commandByTask = { check: ['history', 'check'], clean: ['prune', '--vacuum'] } as const;

export const POST = defineRoute<'POST /api/history/task'>(async (request) =>
  runHistoryCommand(commandByTask[(await parseRouteBody(request, bodySchema)).task]),
);
