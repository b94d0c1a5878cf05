import * as z from 'zod';
import { type RunParams, readSearch, respond } from '@/lib/http';
import { reportFormats, requireRun, writeReport } from '@/lib/runs';

const searchSchema = z.object({ format: z.enum(reportFormats) });

/** Always a download: a report shows what agents said, and is nothing of this server's pages. */
export function GET(request: Request, { params }: RunParams): Promise<Response> {
  return respond(async () => {
    const { format } = readSearch(request, searchSchema);
    const { runId } = requireRun((await params).runId);
    const report = await writeReport(runId, format);
    return new Response(new Uint8Array(report), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="report-${runId}.${format}"`,
      },
    });
  });
}
