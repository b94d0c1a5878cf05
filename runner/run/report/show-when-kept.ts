import type { RunEvent } from '../../contract/index.ts';
import type { RunObserver } from '../../ports/index.ts';

/** Holds events back until the history has them, so that nothing is shown which a crash could still take away. */
export function showWhenKept(show: (event: RunEvent) => void): { observer: RunObserver; kept(upTo: number): void } {
  const held: RunEvent[] = [];
  return {
    observer: { name: 'waiting', onEvent: (event) => void held.push(event) },
    kept(upTo) {
      const later = held.findIndex(({ seq }) => seq > upTo);
      for (const event of held.splice(0, later === -1 ? held.length : later)) show(event);
    },
  };
}
