/**
 * File descriptors of the pipes between this program and a process of user code, as seen in that process. Messages are
 * lines of JSON.
 */
export const PIPE_FILE_DESCRIPTORS = {
  /** The pipe for messages to the process: first its start, then calls. */
  calls: 3,
  /** The pipe for messages from the process, and the pipe for replies to its blocking questions. Both block. */
  answers: 4,
  /**
   * The pipe of the watchdog thread, which stays responsive even if user code loops forever. When this pipe closes, the
   * process ends.
   */
  watch: 5,
} as const;

export type WatchdogRequest = { type: 'look'; url: string };

/** A position in the generated code, zero-based as in debuggers. */
export type GeneratedPosition = { line: number; column: number };

export type WatchdogReport =
  /** The position of the main thread in the script; undefined if it is outside of the script. */
  | { type: 'seen'; place: GeneratedPosition | undefined }
  /** A message that the process has exceeded its memory limit and is ending. */
  | { type: 'overran' };

/** Splits chunked input into whole lines of any length. */
export function createLineSplitter(onLine: (line: string) => void): (part: string) => void {
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
