import type { LineReader } from '../run/terminal.ts';

/** Reads standard input line by line. At a terminal, shows a prompt. */
export function createLineReader(signal: AbortSignal): LineReader {
  const { stdin, stdout } = process;
  // Imported on demand, because few commands read standard input.
  const { createInterface } = process.getBuiltinModule('node:readline');
  const isTyped = stdin.isTTY === true;
  const reader = createInterface({
    input: stdin,
    ...(isTyped ? { output: stdout } : {}),
    terminal: isTyped,
    signal,
  });
  // Handles Ctrl-C itself, because it sends no SIGINT if the terminal is read key by key.
  reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const lines = reader[Symbol.asyncIterator]();
  return {
    isTyped,
    async next(prompt) {
      reader.setPrompt(prompt);
      if (isTyped) reader.prompt();
      const line = await lines.next();
      signal.throwIfAborted();
      return line.done === true ? undefined : line.value;
    },
    close: () => reader.close(),
  };
}
