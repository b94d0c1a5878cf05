export const reportFormats = ['html', 'md', 'json', 'jsonl', 'xml'] as const;

/** Returns the download address of a run's report. */
export function reportAddress(runId: string, format: (typeof reportFormats)[number]): string {
  return `/api/runs/${encodeURIComponent(runId)}/report?format=${format}`;
}
