import * as z from 'zod';
import { type RunParams, readSearch, respond } from '@/lib/http';
import { type ReportedAttempt, reportFormats, requireRun, writeReport } from '@/lib/runs';
import { attemptIn } from '../attempt/attempt-request';

const searchSchema = z.object({
  format: z.enum(reportFormats),
  case: z.string().optional(),
  turn: z.coerce.number().int().positive().optional(),
});

/** Always a download: a report shows what agents said, and is nothing of this server's pages. */
export function GET(request: Request, { params }: RunParams): Promise<Response> {
  return respond(async () => {
    const { format, case: caseId, turn } = readSearch(request, searchSchema);
    const { runId } = requireRun((await params).runId);
    const only = caseId === undefined ? undefined : { ...attemptIn(runId, request), turn };
    const report = await writeReport(runId, { format, only });
    const name = only === undefined ? `report-${runId}` : nameOf(only);
    return new Response(new Uint8Array(report), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; ${fileName(`${name}.${format}`)}`,
      },
    });
  });
}

const LONGEST = 100;

/** `refund-T3`: the case, which of its attempts, and the turn, in letters that every file system takes. */
function nameOf({ caseId, attempt, turn }: ReportedAttempt): string {
  const id = caseId.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, LONGEST);
  const parts = [id, ...(attempt === 1 ? [] : [`attempt-${attempt}`]), ...(turn === undefined ? [] : [`T${turn}`])];
  return parts.join('-').toWellFormed();
}

function fileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is outside of ASCII
  return /^[\x00-\x7f]*$/.test(name) ? `filename="${name}"` : `filename*=UTF-8''${encodeURIComponent(name)}`;
}
