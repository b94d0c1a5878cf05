import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { PANES_COOKIE, paneStyle } from './pane-sizes';
import { PaneFoldButton, SidePane } from './side-pane';
import { usePanes } from './use-panes';

function Page() {
  const panes = usePanes(undefined);
  return (
    <div data-testid="grid" style={paneStyle(panes.sizes)}>
      <SidePane pane="cases" label="List of cases" panes={panes} isInFront={false} focused={false}>
        <PaneFoldButton pane="cases" panes={panes} />
      </SidePane>
      <button type="button">in the conversation</button>
      <SidePane pane="inspector" label="Inspector" panes={panes} isInFront={false} focused={false}>
        <PaneFoldButton pane="inspector" panes={panes} />
      </SidePane>
    </div>
  );
}

const paneWidth = (pane: string) => screen.getByTestId('grid').style.getPropertyValue(`--${pane}`);
const forget = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the page writes it
  document.cookie = `${PANES_COOKIE}=; path=/runs; max-age=0`;
};

describe('the panes beside a conversation', () => {
  beforeEach(() => {
    window.history.replaceState(null, '', '/runs/1');
    // The test environment computes no layout, so every element is given a width of 300 pixels.
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ width: 300 } as DOMRect);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    forget();
  });

  it('are resized with the keys of their dividers, and stay so', async () => {
    const { user, unmount } = renderView(<Page />);
    (await screen.findByRole('separator', { name: 'Width of the list of cases' })).focus();
    await user.keyboard('{ArrowRight}');
    expect(paneWidth('cases')).toBe('316px');
    (await screen.findByRole('separator', { name: 'Width of the inspector' })).focus();
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(paneWidth('inspector')).toBe('380px');
    unmount();
    renderView(<Page />);
    expect([paneWidth('cases'), paneWidth('inspector')]).toEqual(['316px', '380px']);
  });

  it('get their usual width with a double click', async () => {
    const { user } = renderView(<Page />);
    const divider = await screen.findByRole('separator', { name: 'Width of the inspector' });
    divider.focus();
    await user.keyboard('{End}');
    expect(paneWidth('inspector')).toBe('800px');
    await user.dblClick(divider);
    expect(paneWidth('inspector')).toBe('384px');
  });

  it('are folded and shown again, and the focus stays in their place', async () => {
    const { user } = renderView(<Page />);
    await user.click(await screen.findByRole('button', { name: 'Hide the inspector' }));
    expect(paneWidth('inspector')).toBe('2.25rem');
    expect(screen.queryByRole('separator', { name: 'Width of the inspector' })).toBeNull();
    const showIt = await screen.findByRole('button', { name: 'Show the inspector' });
    expect(document.activeElement).toBe(showIt);
    await user.click(showIt);
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Hide the inspector' }));
    expect(paneWidth('inspector')).toBe('384px');
  });

  it('are folded with keys from anywhere, and nothing else gets the focus', async () => {
    const { user } = renderView(<Page />);
    const elsewhere = screen.getByRole('button', { name: 'in the conversation' });
    elsewhere.focus();
    await user.keyboard('[[');
    expect(await screen.findByRole('button', { name: 'Show the list of cases' })).toBeTruthy();
    expect(document.activeElement).toBe(elsewhere);
    (await screen.findByRole('separator', { name: 'Width of the inspector' })).focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Show the inspector' }));
  });
});
