import { useState } from 'react';
import { formatPaneSizes, PANES_COOKIE, type PaneSizes, parsePaneSizes, type SidePane } from './pane-sizes';

const SECONDS_PER_YEAR = 31_536_000;

export type Panes = {
  sizes: PaneSizes;
  resize: (pane: SidePane, widthPx: number) => void;
  fold: (pane: SidePane, isFolded: boolean) => void;
  /**
   * The pane that had the focus when it was collapsed or expanded. The element that replaces it must take the focus.
   */
  focused: SidePane | undefined;
};

/** Stores the pane sizes in a cookie, so that the server can render the page with these sizes. */
export function usePanes(storedSizes: string | undefined): Panes {
  const [sizes, setSizes] = useState(() =>
    parsePaneSizes(typeof document === 'undefined' ? storedSizes : readStoredSizes()),
  );
  const [focused, setFocused] = useState<SidePane>();
  function storeSizes(changed: PaneSizes): void {
    setSizes(changed);
    // biome-ignore lint/suspicious/noDocumentCookie: some browsers do not support the Cookie Store API yet
    document.cookie = `${PANES_COOKIE}=${formatPaneSizes(changed)}; path=/runs; max-age=${SECONDS_PER_YEAR}; samesite=strict`;
  }
  function togglePane(pane: SidePane, isFolded: boolean): void {
    if (sizes[pane].folded === isFolded) return;
    setFocused(hasFocus(pane) ? pane : undefined);
    storeSizes({ ...sizes, [pane]: { ...sizes[pane], folded: isFolded } });
  }
  return {
    sizes,
    resize: (pane, widthPx) => storeSizes({ ...sizes, [pane]: { ...sizes[pane], widthPx } }),
    fold: togglePane,
    focused,
  };
}

function hasFocus(pane: SidePane): boolean {
  const id = `${pane}-pane`;
  return document.activeElement?.closest(`#${id}, [aria-controls="${id}"]`) !== null;
}

function readStoredSizes(): string | undefined {
  const start = `${PANES_COOKIE}=`;
  return document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(start))
    ?.slice(start.length);
}
