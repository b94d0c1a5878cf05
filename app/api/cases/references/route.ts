import * as z from 'zod';
import { environment } from '@/lib/env';
import { readJson, respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { answerReferences } from '@/lib/workspace';

const kinds = ['simulator', 'validator', 'connector', 'hook', 'function', 'attachment'] as const;
const bodySchema = z.strictObject({
  suiteKey: z.string().min(1).max(1_000),
  references: z.array(z.strictObject({ kind: z.enum(kinds), name: z.string().max(2_000) })).max(2_000),
});

export function POST(request: Request): Promise<Response> {
  return respond(async () => {
    const { suiteKey, references } = bodySchema.parse(await readJson(request));
    const problems = await answerReferences({ workspace: environment().workspace, suiteKey, references });
    return Response.json({ problems } satisfies Answers['POST /api/cases/references']);
  });
}
