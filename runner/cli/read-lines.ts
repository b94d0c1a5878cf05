import type { LineReader } from '../run/terminal.ts';

/** Reads standard input line by line; a person at a terminal is prompted. */
export function createLineReader(signal: AbortSignal): LineReader {
  const { stdin, stdout } = process;
  // Loaded on demand, because few commands read standard input.
  const { createInterface } = process.getBuiltinModule('node:readline');
  const isTyped = stdin.isTTY === true;
  const reader = createInterface({
    input: stdin,
    ...(isTyped ? { output: stdout } : {}),
    terminal: isTyped,
    signal,
  });
  // When a program reads a terminal key by key, Ctrl-C does not send SIGINT.
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
