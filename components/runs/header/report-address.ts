export const reportFormats = ['html', 'md', 'json', 'jsonl', 'xml'] as const;

/** Where a report of a run is downloaded from. */
export function reportAddress(runId: string, format: (typeof reportFormats)[number]): string {
  return `/api/runs/${encodeURIComponent(runId)}/report?format=${format}`;
}
