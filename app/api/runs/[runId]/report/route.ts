import * as z from 'zod';
import { defineRunRoute, parseSearchParams } from '@/lib/http';
import { type ReportedAttempt, reportFormats, requireRun, writeReport } from '@/lib/runs';
import { omittableReportParts } from '@/runner/contract';
import { attemptSchema, parseAttemptRequest } from '../attempt/attempt-request';

const searchSchema = z.object({
  format: z.enum(reportFormats),
  ...attemptSchema.partial().shape,
  turn: z.coerce.number().int().positive().optional(),
  leaveOut: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(omittableReportParts)))
    .optional(),
});

/**
 * Always sends the report as a download: it contains text from agents, which must not run on the origin of this server.
 */
export const GET = defineRunRoute<'GET /api/runs/[runId]/report'>(async (request, id) => {
  const { format, turn, leaveOut, ...target } = parseSearchParams(request, searchSchema);
  const { runId } = requireRun(id);
  const reportedAttempt =
    target.case === undefined ? undefined : { ...parseAttemptRequest(runId, attemptSchema.parse(target)), turn };
  const report = await writeReport(runId, { format, only: reportedAttempt, leaveOut });
  const name = reportedAttempt === undefined ? `report-${runId}` : reportFileBaseName(reportedAttempt);
  return new Response(new Uint8Array(report), {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; ${toContentDispositionFilename(`${name}.${format}`)}`,
    },
  });
});

const MAX_FILE_NAME_LENGTH = 100;

/**
 * Returns a file name for the report from the case, the attempt and the turn, such as `refund-T3`. Contains only
 * characters that are valid in every file system.
 */
function reportFileBaseName({ caseId, attempt, turn }: ReportedAttempt): string {
  const id = caseId.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, MAX_FILE_NAME_LENGTH);
  const nameParts = [id, ...(attempt === 1 ? [] : [`attempt-${attempt}`]), ...(turn === undefined ? [] : [`T${turn}`])];
  return nameParts.join('-').toWellFormed();
}

function toContentDispositionFilename(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern tests for ASCII, which includes control characters
  return /^[\x00-\x7f]*$/.test(name) ? `filename="${name}"` : `filename*=UTF-8''${encodeURIComponent(name)}`;
}
