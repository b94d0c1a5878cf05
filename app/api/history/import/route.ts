import * as z from 'zod';
import { defineRoute, parseRouteBody } from '@/lib/http';
import { addToUpload, beginUpload, importUpload } from '@/lib/settings';

const bodySchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('begin') }),
  z.strictObject({ step: z.literal('add'), upload: z.uuid(), offset: z.int().nonnegative(), data: z.base64() }),
  z.strictObject({
    step: z.literal('end'),
    upload: z.uuid(),
    what: z.enum(['history', 'transcripts', 'traces']).optional(),
    name: z.string().max(1000).optional(),
  }),
]);

/** Receives a file in chunks, because the proxy in front of the routes limits the size of request bodies. */
export const POST = defineRoute<'POST /api/history/import'>(async (request) => {
  const body = await parseRouteBody(request, bodySchema);
  switch (body.step) {
    case 'begin':
      return { upload: beginUpload() };
    case 'add':
      addToUpload({ ...body, data: Buffer.from(body.data, 'base64') });
      return { upload: body.upload };
    case 'end':
      return importUpload(body.upload, body);
    default:
      return body satisfies never;
  }
});
