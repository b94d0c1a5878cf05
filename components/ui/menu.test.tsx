import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { Button } from './button';
import { Menu } from './menu';

function showMenu() {
  const chosenItems: string[] = [];
  const view = renderView(
    <>
      <Menu
        items={[
          { text: 'Nothing', disabled: true, onSelect: () => chosenItems.push('Nothing') },
          { text: 'Copy', hint: 'as JSON', onSelect: () => chosenItems.push('Copy') },
          { text: 'Delete', onSelect: () => chosenItems.push('Delete') },
        ]}
      >
        <Button>Actions</Button>
      </Menu>
      <input aria-label="Filter" />
    </>,
  );
  return { ...view, chosen: chosenItems, button: screen.getByRole('button', { name: 'Actions' }) };
}

describe('a menu', () => {
  it('opens with a click before its code has come, and is named by its button', async () => {
    const { user, chosen, button } = showMenu();
    await user.click(button);
    const menu = await screen.findByRole('menu', { name: 'Actions' });
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(button.getAttribute('aria-controls')).toBe(menu.id);
    await user.click(screen.getByRole('menuitem', { name: /Delete/ }));
    expect(chosen).toEqual(['Delete']);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it.each(['{Enter}', ' ', '{ArrowDown}'])('opened with %j, goes on from its first usable item', async (key) => {
    const { user, chosen, button } = showMenu();
    button.focus();
    await user.keyboard(key);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Copy'));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Delete');
    await user.keyboard('{Enter}');
    expect(chosen).toEqual(['Delete']);
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('leaves shortcuts of the page alone', async () => {
    const { user, button } = showMenu();
    button.focus();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it('closes with Escape, and its button has the focus again', async () => {
    const { user, chosen, button } = showMenu();
    button.focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('menu');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(chosen).toEqual([]);
  });

  it('closes with another click on its button', async () => {
    const { user, button } = showMenu();
    await user.click(button);
    await screen.findByRole('menu');
    await user.click(button);
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
