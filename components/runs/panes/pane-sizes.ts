import type { CSSProperties } from 'react';

/** The panes to the left and right of the conversation. */
export type SidePane = 'cases' | 'inspector';

export const paneNames = { cases: 'list of cases', inspector: 'inspector' } as const satisfies Record<SidePane, string>;

type PaneSize = { widthPx: number; folded: boolean };
export type PaneSizes = Readonly<Record<SidePane, PaneSize>>;

/**
 * The minimum and maximum width that the user can choose. On narrow screens, panes shrink further, because the
 * conversation is at least 480 pixels wide.
 */
export const paneLimits = {
  cases: { leastPx: 192, usualPx: 320, mostPx: 640 },
  inspector: { leastPx: 240, usualPx: 384, mostPx: 800 },
} as const satisfies Record<SidePane, unknown>;

export const defaultPaneSizes: PaneSizes = {
  cases: { widthPx: paneLimits.cases.usualPx, folded: false },
  inspector: { widthPx: paneLimits.inspector.usualPx, folded: false },
};

export const PANES_COOKIE = 'turntree-panes';

/** Parses the cookie with the pane sizes; returns the default sizes if it is invalid. */
export function parsePaneSizes(text: string | undefined): PaneSizes {
  const match = /^(\d{1,5})(f?)-(\d{1,5})(f?)$/.exec(text ?? '');
  if (match === null) return defaultPaneSizes;
  const [, cases, casesFolded, inspector, inspectorFolded] = match;
  return {
    cases: { widthPx: clampWidth('cases', Number(cases)), folded: casesFolded === 'f' },
    inspector: { widthPx: clampWidth('inspector', Number(inspector)), folded: inspectorFolded === 'f' },
  };
}

export function formatPaneSizes({ cases, inspector }: PaneSizes): string {
  return [cases, inspector].map(({ widthPx, folded }) => `${widthPx}${folded ? 'f' : ''}`).join('-');
}

export function clampWidth(pane: SidePane, widthPx: number): number {
  const { leastPx, mostPx } = paneLimits[pane];
  return Math.round(Math.min(Math.max(widthPx, leastPx), mostPx));
}

/**
 * Returns the width of a pane after a key press, following the ARIA window splitter pattern; undefined for other keys.
 */
export function paneWidthAfterKey(
  pane: SidePane,
  widthPx: number,
  key: string,
  step: 'small' | 'large',
): number | undefined {
  const { leastPx, mostPx } = paneLimits[pane];
  const stepPx = step === 'large' ? 80 : 16;
  const growDirection = pane === 'cases' ? 1 : -1;
  switch (key) {
    case 'ArrowRight':
      return clampWidth(pane, widthPx + growDirection * stepPx);
    case 'ArrowLeft':
      return clampWidth(pane, widthPx - growDirection * stepPx);
    case 'Home':
      return leastPx;
    case 'End':
      return mostPx;
    default:
      return undefined;
  }
}

const FOLDED_WIDTH = '2.25rem';

/**
 * Returns CSS variables for the column widths. The conversation is at least 480 pixels wide, so the panes shrink if
 * there is not enough space.
 */
export function paneStyle(sizes: PaneSizes): CSSProperties & Record<`--${SidePane}`, string> {
  const paneWidthValue = (pane: SidePane) => (sizes[pane].folded ? FOLDED_WIDTH : `${sizes[pane].widthPx}px`);
  return { '--cases': paneWidthValue('cases'), '--inspector': paneWidthValue('inspector') };
}

export const paneColumns =
  'lg:grid-cols-[minmax(min(12rem,var(--cases)),var(--cases))_0.5rem_minmax(30rem,1fr)_0.5rem_minmax(min(15rem,var(--inspector)),var(--inspector))]';
