import { useSyncExternalStore } from 'react';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const paper = window.matchMedia('print');
const changed = new EventTarget();

/** Stands in for `next-themes`: pages opened from disk share no storage, so the choice is for this visit. */
export function useTheme(): { theme: string; setTheme: (theme: string) => void } {
  return { theme: useSyncExternalStore(subscribe, chosen), setTheme };
}

/** Wears the chosen theme, and follows the system while none is chosen. On paper it is always light. */
export function wearTheme(): void {
  wear();
  dark.addEventListener('change', () => wear());
  paper.addEventListener('change', () => wear());
}

function chosen(): string {
  return document.documentElement.dataset.theme ?? 'system';
}

function setTheme(theme: string): void {
  document.documentElement.dataset.theme = theme;
  wear();
  changed.dispatchEvent(new Event('change'));
}

function wear(): void {
  const theme = chosen();
  const isDark = !paper.matches && (theme === 'dark' || (theme === 'system' && dark.matches));
  document.documentElement.classList.toggle('dark', isDark);
}

function subscribe(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
}
