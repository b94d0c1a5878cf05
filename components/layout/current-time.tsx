import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';

const ServerTimeContext = createContext(0);

/**
 * Provides the time at which the server rendered the page, so that the browser's first render produces the same markup
 * (hydration).
 */
export function CurrentTimeProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  return <ServerTimeContext value={serverNow}>{children}</ServerTimeContext>;
}

/**
 * Returns the current time, rounded down to a multiple of `everyMs`, so that all times on a page change at the same
 * moment.
 */
export function useNow(everyMs: number): number {
  const serverNow = useContext(ServerTimeContext);
  return useSyncExternalStore(
    (changed) => {
      const timer = setInterval(changed, everyMs);
      return () => clearInterval(timer);
    },
    () => floorToMultiple(Date.now(), everyMs),
    () => floorToMultiple(serverNow, everyMs),
  );
}

function floorToMultiple(value: number, step: number): number {
  return Math.floor(value / step) * step;
}
