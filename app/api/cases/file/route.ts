import * as z from 'zod';
import { environment } from '@/lib/env';
import { readJson, respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { createCaseFile, readCaseFile, saveCaseFile } from '@/lib/workspace';

const searchSchema = z.object({
  suite: z.string().min(1),
  /** The hash of the version that the page already has. */
  sha256: z.string().optional(),
  modifiedAt: z.coerce.number().optional(),
});

const saveSchema = z.strictObject({
  suite: z.string().min(1).max(1_000),
  text: z.string(),
  /** The hash of what the text was made from; null asks for a new file. */
  base: z.string().nullable(),
});

export function GET(request: Request): Promise<Response> {
  return respond(() => {
    const search = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    const { suite, sha256, modifiedAt } = search;
    const since = modifiedAt === undefined ? {} : { modifiedAt };
    const known = sha256 === undefined ? {} : { known: { sha256, ...since } };
    return Response.json(
      readCaseFile({
        workspace: environment().workspace,
        suiteKey: suite,
        ...known,
      }) satisfies Answers['GET /api/cases/file'],
    );
  });
}

export function POST(request: Request): Promise<Response> {
  return respond(async () => {
    const { suite, text, base } = saveSchema.parse(await readJson(request));
    const { workspace } = environment();
    if (base === null) {
      const { sha256 } = await createCaseFile({ workspace, suiteKey: suite, text });
      return Response.json({ status: 'saved', sha256 } satisfies Answers['POST /api/cases/file'], { status: 201 });
    }
    const answer = await saveCaseFile({ workspace, suiteKey: suite, text, base });
    return Response.json(answer satisfies Answers['POST /api/cases/file'], {
      status: answer.status === 'saved' ? 200 : 409,
    });
  });
}
