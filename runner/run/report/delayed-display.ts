import type { RunEvent } from '../../contract/index.ts';
import type { RunObserver } from '../../ports/index.ts';

/** Delays events until the history has stored them, so that nothing is shown that a crash could still lose. */
export function createDelayedDisplay(show: (event: RunEvent) => void): {
  observer: RunObserver;
  showUpTo(upTo: number): void;
} {
  const pendingEvents: RunEvent[] = [];
  return {
    observer: { name: 'waiting', onEvent: (event) => void pendingEvents.push(event) },
    showUpTo(upTo) {
      const later = pendingEvents.findIndex(({ seq }) => seq > upTo);
      for (const event of pendingEvents.splice(0, later === -1 ? pendingEvents.length : later)) show(event);
    },
  };
}
