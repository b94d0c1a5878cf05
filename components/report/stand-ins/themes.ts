import { useSyncExternalStore } from 'react';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const paper = window.matchMedia('print');
const changed = new EventTarget();

/**
 * Replaces `next-themes`. Pages opened from disk share no storage, so the choice of a theme lasts only until the page
 * closes.
 */
export function useTheme(): { theme: string; setTheme: (theme: string) => void } {
  return { theme: useSyncExternalStore(subscribe, readChosenTheme), setTheme };
}

/** Applies the chosen theme, or follows the system if none is chosen. Prints are always light. */
export function initializeTheme(): void {
  applyTheme();
  dark.addEventListener('change', () => applyTheme());
  paper.addEventListener('change', () => applyTheme());
}

function readChosenTheme(): string {
  return document.documentElement.dataset.theme ?? 'system';
}

function setTheme(theme: string): void {
  document.documentElement.dataset.theme = theme;
  applyTheme();
  changed.dispatchEvent(new Event('change'));
}

function applyTheme(): void {
  const theme = readChosenTheme();
  const isDark = !paper.matches && (theme === 'dark' || (theme === 'system' && dark.matches));
  document.documentElement.classList.toggle('dark', isDark);
}

function subscribe(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
}
