import { useEffect, useEffectEvent } from 'react';

/** Hears every key that is pressed in the page. */
export function useKeyDown(onKey: (event: KeyboardEvent) => void): void {
  const heard = useEffectEvent(onKey);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => heard(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
