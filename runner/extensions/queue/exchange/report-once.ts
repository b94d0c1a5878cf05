export type PrintLineOnce = (line: string) => void;

/**
 * Returns a function that prints each different line only once. Otherwise, programs with access to the queue could
 * flood the terminal.
 */
export function createLineDeduplicator(tell: (line: string) => void): PrintLineOnce {
  const lines = new Set<string>();
  return (line) => {
    if (lines.has(line)) return;
    lines.add(line);
    tell(line);
  };
}
