/** Where a screen writes its text: to standard output or, in tests, to a list. */
export type ScreenOutput = { write(text: string): void; columns?: number | undefined };

export type ConsoleScreen = {
  printLines(lines: readonly string[]): void;
  /** Replaces the live progress line at the bottom. */
  setProgressLine(text: string): void;
  /** Flushes the buffered lines and removes the live progress line. */
  close(): void;
};

const CLEAR_LINE = '\r\u001b[2K';
const WRITE_AFTER_MS = 30;

/** Collects lines and writes them together, so that thousands of cases do not cause thousands of system calls. */
export function createConsoleScreen(output: ScreenOutput, isLive: boolean): ConsoleScreen {
  let pending = '';
  let line = '';
  let isVisible = false;
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const clear = isVisible ? CLEAR_LINE : '';
    const text = `${clear}${pending}${line}`;
    isVisible = line !== '';
    pending = '';
    if (text !== '') output.write(text);
  };
  const scheduleFlush = (): void => {
    timer ??= setTimeout(flush, WRITE_AFTER_MS);
  };

  return {
    printLines(lines) {
      if (lines.length === 0) return;
      pending += `${lines.join('\n')}\n`;
      scheduleFlush();
    },
    setProgressLine(text) {
      if (!isLive) return;
      line = text.slice(0, getScreenWidth(output) - 1);
      scheduleFlush();
    },
    close() {
      line = '';
      flush();
    },
  };
}

/** A terminal that does not know its width reports 0. */
function getScreenWidth({ columns = 0 }: ScreenOutput): number {
  return columns > 0 ? columns : 80;
}
