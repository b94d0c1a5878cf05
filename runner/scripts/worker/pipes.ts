/**
 * The pipes between this program and a process of user code, by their file descriptors there. What is said travels as
 * lines of JSON.
 */
export const PIPES = {
  /** What the process is told: first its start, then calls. */
  calls: 3,
  /** What it says, and back what it stands still for. It blocks at both. */
  answers: 4,
  /** Of the thread that watches over the process while its code runs, maybe for ever. Its end is the end of the process. */
  watch: 5,
} as const;

export type WatchRequest = { type: 'look'; url: string };

/** A line of what runs in a process, counted from 0 as debuggers do. */
export type GeneratedPlace = { line: number; column: number };

export type WatchReport =
  /** Where in the script the process is; undefined when it is elsewhere. */
  | { type: 'seen'; place: GeneratedPlace | undefined }
  /** The process has more memory than it may, and ends. */
  | { type: 'overran' };

/** Hands over whole lines of what comes in parts, however long they are. */
export function readLines(onLine: (line: string) => void): (part: string) => void {
  let lineParts: string[] = [];
  return (part) => {
    let start = 0;
    for (let end = part.indexOf('\n'); end !== -1; end = part.indexOf('\n', start)) {
      const line = part.slice(start, end);
      start = end + 1;
      if (lineParts.length === 0) onLine(line);
      else {
        const parts = lineParts;
        lineParts = [];
        onLine(parts.join('') + line);
      }
    }
    if (start < part.length) lineParts.push(part.slice(start));
  };
}
