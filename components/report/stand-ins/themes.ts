import { useSyncExternalStore } from 'react';

const darkSchemeQuery = window.matchMedia('(prefers-color-scheme: dark)');
const printQuery = window.matchMedia('print');
const themeChanges = new EventTarget();

/**
 * Replaces `next-themes`. Pages opened from disk have no storage of their own, so the selected theme applies only until
 * the page closes.
 */
export function useTheme(): { theme: string; setTheme: (theme: string) => void } {
  return { theme: useSyncExternalStore(subscribe, readChosenTheme), setTheme };
}

/** Applies the chosen theme, or follows the system if none is chosen. Prints are always light. */
export function initializeTheme(): void {
  applyTheme();
  darkSchemeQuery.addEventListener('change', () => applyTheme());
  printQuery.addEventListener('change', () => applyTheme());
}

function readChosenTheme(): string {
  return document.documentElement.dataset.theme ?? 'system';
}

function setTheme(theme: string): void {
  document.documentElement.dataset.theme = theme;
  applyTheme();
  themeChanges.dispatchEvent(new Event('change'));
}

function applyTheme(): void {
  const theme = readChosenTheme();
  const isDark = !printQuery.matches && (theme === 'dark' || (theme === 'system' && darkSchemeQuery.matches));
  document.documentElement.classList.toggle('dark', isDark);
}

function subscribe(listener: () => void): () => void {
  themeChanges.addEventListener('change', listener);
  return () => themeChanges.removeEventListener('change', listener);
}
