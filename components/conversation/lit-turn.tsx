import { createContext, type ReactNode, useContext, useState } from 'react';

type HighlightedTurn = { turn: number | null; light: (turn: number | null) => void };

const Context = createContext<HighlightedTurn>({ turn: null, light: () => {} });

/** Shares the hovered or focused turn, so that the conversation and the panels beside it highlight the same one. */
export function HighlightedTurnProvider({ children }: { children: ReactNode }) {
  const [turn, light] = useState<number | null>(null);
  return <Context value={{ turn, light }}>{children}</Context>;
}

export function useHighlightedTurn(): HighlightedTurn {
  return useContext(Context);
}

/** Handlers that highlight a turn while an element is hovered or has focus. */
export function highlightProps(turn: number | null, light: HighlightedTurn['light']) {
  return pointerHandlers((isPointed) => light(isPointed ? turn : null));
}

/** Reports whether an element is hovered or has focus. */
export function pointerHandlers(onPoint: (isPointed: boolean) => void) {
  const [enter, leave] = [() => onPoint(true), () => onPoint(false)];
  return { onMouseEnter: enter, onMouseLeave: leave, onFocus: enter, onBlur: leave };
}
