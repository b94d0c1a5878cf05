import { element } from './element.ts';

const themes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'Auto'],
] as const;

/** Light, dark, or whatever the system has. Pages opened from disk share no storage, so the choice is for this visit. */
export function themeSwitch(): HTMLElement {
  const buttons = themes.map(([theme, word]) => {
    const button = element('button', { type: 'button', 'aria-pressed': String(theme === 'system') }, word);
    button.addEventListener('click', () => {
      document.documentElement.dataset.theme = theme;
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
    });
    return button;
  });
  return element('div', { class: 'switch', role: 'group', 'aria-label': 'Theme' }, ...buttons);
}
