import { useState } from 'react';
import { PANES_COOKIE, type PaneSizes, readSizes, type SidePane, writeSizes } from './pane-sizes';

const YEAR_S = 31_536_000;

export type Panes = {
  sizes: PaneSizes;
  resize: (pane: SidePane, widthPx: number) => void;
  fold: (pane: SidePane, folded: boolean) => void;
  /** The pane that had the focus when it was folded or unfolded; its replacement takes the focus. */
  focused: SidePane | undefined;
};

/** Stores pane sizes in a cookie, so that the server already renders the final layout. */
export function usePanes(storedSizes: string | undefined): Panes {
  const [sizes, setSizes] = useState(() => readSizes(typeof document === 'undefined' ? storedSizes : keptHere()));
  const [focused, setFocused] = useState<SidePane>();
  function keep(changed: PaneSizes): void {
    setSizes(changed);
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the store of cookies yet
    document.cookie = `${PANES_COOKIE}=${writeSizes(changed)}; path=/runs; max-age=${YEAR_S}; samesite=strict`;
  }
  function fold(pane: SidePane, folded: boolean): void {
    if (sizes[pane].folded === folded) return;
    setFocused(hasFocus(pane) ? pane : undefined);
    keep({ ...sizes, [pane]: { ...sizes[pane], folded } });
  }
  return {
    sizes,
    resize: (pane, widthPx) => keep({ ...sizes, [pane]: { ...sizes[pane], widthPx } }),
    fold,
    focused,
  };
}

function hasFocus(pane: SidePane): boolean {
  const id = `${pane}-pane`;
  return document.activeElement?.closest(`#${id}, [aria-controls="${id}"]`) !== null;
}

function keptHere(): string | undefined {
  const start = `${PANES_COOKIE}=`;
  return document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(start))
    ?.slice(start.length);
}
