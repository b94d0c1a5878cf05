export type ReportOnce = (line: string) => void;

/** Shows each line only once, so that other programs with access to the queue cannot flood the terminal. */
export function createReportOnce(tell: (line: string) => void): ReportOnce {
  const lines = new Set<string>();
  return (line) => {
    if (lines.has(line)) return;
    lines.add(line);
    tell(line);
  };
}
