import { buildApiPath, type ReportFormat } from '@/lib/queries';
import type { OmittableReportPart } from '@/runner/contract';

export const reportFormats = ['html', 'md', 'json', 'jsonl', 'xml'] as const satisfies readonly ReportFormat[];

/** Returns the download address of a run's report. */
export function reportDownloadUrl(runId: string, format: ReportFormat): string {
  return buildApiPath('GET /api/runs/[runId]/report', { runId, format });
}

type ConversationReportOptions = {
  suiteKey: string;
  caseId: string;
  attempt: number;
  turn: number | null;
  leaveOut: readonly OmittableReportPart[];
};

/** Returns the download address of one conversation as a page, which opens at the turn. */
export function conversationDownloadUrl(
  runId: string,
  { suiteKey, caseId, attempt, turn, leaveOut }: ConversationReportOptions,
): string {
  return buildApiPath('GET /api/runs/[runId]/report', {
    runId,
    format: 'html',
    suite: suiteKey,
    case: caseId,
    attempt,
    turn: turn ?? undefined,
    leaveOut: leaveOut.length === 0 ? undefined : leaveOut.join(','),
  });
}
