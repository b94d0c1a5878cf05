import { useEffect, useEffectEvent } from 'react';

/** Hears every key that is pressed in the page, `first` before what has the focus hears it. */
export function useKeyDown(onKey: (event: KeyboardEvent) => void, turn: 'first' | 'last' = 'last'): void {
  const onKeyEvent = useEffectEvent(onKey);
  useEffect(() => {
    const capture = turn === 'first';
    const listener = (event: KeyboardEvent) => onKeyEvent(event);
    document.addEventListener('keydown', listener, { capture });
    return () => document.removeEventListener('keydown', listener, { capture });
  }, [turn]);
}
