export type OnceReporter = (line: string) => void;

/** Shows a line only once, so that others with access to the queue cannot flood the terminal. */
export function createOnceReporter(tell: (line: string) => void): OnceReporter {
  const lines = new Set<string>();
  return (line) => {
    if (lines.has(line)) return;
    lines.add(line);
    tell(line);
  };
}
