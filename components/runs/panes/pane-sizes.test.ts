import { describe, expect, it } from 'vitest';
import { clampWidth, defaultPaneSizes, formatPaneSizes, paneWidthAfterKey, parsePaneSizes } from './pane-sizes';

describe('sizes of panes', () => {
  it('come back from what was kept of them', () => {
    const sizes = { cases: { widthPx: 300, folded: true }, inspector: { widthPx: 500, folded: false } };
    expect(parsePaneSizes(formatPaneSizes(sizes))).toEqual(sizes);
  });

  it.each([undefined, '', 'f-f', '300', '300-', '-1-300', '300-300-300', '300x-300', '3e9-300'])(
    'are the usual ones where %j was kept',
    (text) => expect(parsePaneSizes(text)).toEqual(defaultPaneSizes),
  );

  it('stay within limits, whatever was kept', () => {
    expect(parsePaneSizes('1-99999')).toEqual({
      cases: { widthPx: 192, folded: false },
      inspector: { widthPx: 800, folded: false },
    });
    expect(clampWidth('cases', 250.6)).toBe(251);
  });

  it('follow the divider: to the right the list grows, and the inspector shrinks', () => {
    expect(paneWidthAfterKey('cases', 300, 'ArrowRight', 'small')).toBe(316);
    expect(paneWidthAfterKey('inspector', 300, 'ArrowRight', 'small')).toBe(284);
    expect(paneWidthAfterKey('cases', 200, 'ArrowLeft', 'large')).toBe(192);
    expect(paneWidthAfterKey('inspector', 300, 'Home', 'small')).toBe(240);
    expect(paneWidthAfterKey('inspector', 300, 'End', 'small')).toBe(800);
    expect(paneWidthAfterKey('cases', 300, 'j', 'small')).toBeUndefined();
  });
});
