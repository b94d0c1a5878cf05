export type TellOnce = (line: string) => void;

/** Whoever can write to a queue must not fill the terminal. */
export function createTellOnce(tell: (line: string) => void): TellOnce {
  const lines = new Set<string>();
  return (line) => {
    if (lines.has(line)) return;
    lines.add(line);
    tell(line);
  };
}
