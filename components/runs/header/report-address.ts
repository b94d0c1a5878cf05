export const reportFormats = ['html', 'md', 'json', 'jsonl', 'xml'] as const;

/** Returns the download address of a run's report. */
export function reportAddress(runId: string, format: (typeof reportFormats)[number]): string {
  return `/api/runs/${encodeURIComponent(runId)}/report?format=${format}`;
}

type Place = { suiteKey: string; caseId: string; attempt: number; turn: number | null };

/** Returns the download address of one conversation as a page, which opens at the turn. */
export function conversationAddress(runId: string, { suiteKey, caseId, attempt, turn }: Place): string {
  const search = new URLSearchParams({ suite: suiteKey, case: caseId, attempt: String(attempt) });
  if (turn !== null) search.set('turn', String(turn));
  return `${reportAddress(runId, 'html')}&${search}`;
}
