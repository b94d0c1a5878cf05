import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';

const ServerNow = createContext(0);

/** Provides the server's render time, so that the first render in the browser matches (hydration). */
export function CurrentTimeProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  return <ServerNow value={serverNow}>{children}</ServerNow>;
}

/** The current time, rounded down to `everyMs`, so that everything on a page ticks together. */
export function useNow(everyMs: number): number {
  const serverNow = useContext(ServerNow);
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
