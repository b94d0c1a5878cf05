import type { RunObserver } from '../ports/index.ts';

/** Every event of a run, a line of JSON each, as it happens. */
export function createEventPrinter(write: (line: string) => unknown): RunObserver {
  return {
    name: 'events',
    onEvent: (event) => void write(`${JSON.stringify(event)}\n`),
  };
}
