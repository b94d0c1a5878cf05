import * as z from 'zod';
import { readJson, respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { addToUpload, beginUpload, importUpload } from '@/lib/settings';

const bodySchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('begin') }),
  z.strictObject({ step: z.literal('add'), upload: z.uuid(), offset: z.int().nonnegative(), data: z.base64() }),
  z.strictObject({ step: z.literal('end'), upload: z.uuid() }),
]);

/** A file comes in pieces, because what stands before the routes lets no large body through. */
export function POST(request: Request): Promise<Response> {
  return respond(async () => {
    const body = bodySchema.parse(await readJson(request));
    switch (body.step) {
      case 'begin':
        return Response.json({ upload: beginUpload() } satisfies Answers['POST /api/history/import']);
      case 'add':
        addToUpload({ ...body, data: Buffer.from(body.data, 'base64') });
        return Response.json({ upload: body.upload } satisfies Answers['POST /api/history/import']);
      case 'end':
        return Response.json((await importUpload(body.upload)) satisfies Answers['POST /api/history/import']);
      default:
        return body satisfies never;
    }
  });
}
