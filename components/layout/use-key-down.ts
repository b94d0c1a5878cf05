import { useEffect, useEffectEvent } from 'react';

/** Listens for all key presses in the page. With `first`, the listener runs before those of the focused element. */
export function useKeyDown(onKey: (event: KeyboardEvent) => void, turn: 'first' | 'last' = 'last'): void {
  const onKeyEvent = useEffectEvent(onKey);
  useEffect(() => {
    const capture = turn === 'first';
    const listener = (event: KeyboardEvent) => onKeyEvent(event);
    document.addEventListener('keydown', listener, { capture });
    return () => document.removeEventListener('keydown', listener, { capture });
  }, [turn]);
}
