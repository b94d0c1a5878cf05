import type { RunEvent } from '../../contract/index.ts';
import type { RunObserver } from '../../ports/index.ts';

/**
 * Delays the display of events until the history has stored them, so that nothing is shown that could still be lost in
 * a crash.
 */
export function createDelayedDisplay(show: (event: RunEvent) => void): {
  observer: RunObserver;
  showUpTo(lastSeq: number): void;
} {
  const pendingEvents: RunEvent[] = [];
  return {
    observer: { name: 'waiting', onEvent: (event) => void pendingEvents.push(event) },
    showUpTo(lastSeq) {
      const firstLater = pendingEvents.findIndex(({ seq }) => seq > lastSeq);
      for (const event of pendingEvents.splice(0, firstLater === -1 ? pendingEvents.length : firstLater)) show(event);
    },
  };
}
