import { createContext, type ReactNode, useContext, useState } from 'react';

type TurnHighlight = { turn: number | null; setHighlightedTurn: (turn: number | null) => void };

const TurnHighlightContext = createContext<TurnHighlight>({ turn: null, setHighlightedTurn: () => {} });

/**
 * Shares which turn is hovered or focused, so that the conversation and the panels beside it highlight the same turn.
 */
export function HighlightedTurnProvider({ children }: { children: ReactNode }) {
  const [turn, setHighlightedTurn] = useState<number | null>(null);
  return <TurnHighlightContext value={{ turn, setHighlightedTurn }}>{children}</TurnHighlightContext>;
}

export function useHighlightedTurn(): TurnHighlight {
  return useContext(TurnHighlightContext);
}

/** Returns event handlers that highlight a turn while an element is hovered or has focus. */
export function turnHighlightHandlers(turn: number | null, setHighlightedTurn: TurnHighlight['setHighlightedTurn']) {
  return hoverAndFocusHandlers((isPointed) => setHighlightedTurn(isPointed ? turn : null));
}

/** Returns event handlers that report whether an element is hovered or has focus. */
export function hoverAndFocusHandlers(onPoint: (isPointed: boolean) => void) {
  const [onEnter, onLeave] = [() => onPoint(true), () => onPoint(false)];
  return { onMouseEnter: onEnter, onMouseLeave: onLeave, onFocus: onEnter, onBlur: onLeave };
}
