import * as z from 'zod';
import { database } from '@/lib/db';
import { AppError } from '@/lib/errors';
import { getRun } from '@/lib/history';
import { respond } from '@/lib/http';
import { reportFormats, writeReport } from '@/lib/runs';
import type { RunRoute } from '../run-route';

const searchSchema = z.object({ format: z.enum(reportFormats) });

/** Always a download: a report shows what agents said, and is nothing of this server's pages. */
export function GET(request: Request, { params }: RunRoute): Promise<Response> {
  return respond(async () => {
    const { runId } = await params;
    const { format } = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    const run = getRun(database(), runId);
    if (run === undefined) throw new AppError('not_found', `There is no run ${runId} in this history.`);
    const report = await writeReport(run.runId, format);
    return new Response(new Uint8Array(report), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="report-${run.runId}.${format}"`,
      },
    });
  });
}
