import { createContext, type ReactNode, useContext, useState } from 'react';

type LitTurn = { turn: number | null; light: (turn: number | null) => void };

const Context = createContext<LitTurn>({ turn: null, light: () => {} });

/** Keeps which turn is pointed at, in the conversation or beside it, so that both show it. */
export function LitTurnProvider({ children }: { children: ReactNode }) {
  const [turn, light] = useState<number | null>(null);
  return <Context value={{ turn, light }}>{children}</Context>;
}

export function useLitTurn(): LitTurn {
  return useContext(Context);
}

/** Returns the handlers by which an element points at a turn: on hover, and while something in it has focus. */
export function lighting(turn: number | null, light: LitTurn['light']) {
  return pointing((isPointed) => light(isPointed ? turn : null));
}

/** The same for whatever an element stands for. */
export function pointing(onPoint: (isPointed: boolean) => void) {
  const [enter, leave] = [() => onPoint(true), () => onPoint(false)];
  return { onMouseEnter: enter, onMouseLeave: leave, onFocus: enter, onBlur: leave };
}
