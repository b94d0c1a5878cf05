import type { RunObserver } from '../ports/index.ts';

/** Prints every event of a run as it happens, one line of JSON each. */
export function createEventPrinter(write: (line: string) => unknown): RunObserver {
  return {
    name: 'events',
    onEvent: (event) => void write(`${JSON.stringify(event)}\n`),
  };
}
