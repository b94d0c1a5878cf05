import { useSyncExternalStore } from 'react';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const paper = window.matchMedia('print');
const changed = new EventTarget();

/** Replaces `next-themes`: pages opened from disk share no storage, so the choice lasts until the page closes. */
export function useTheme(): { theme: string; setTheme: (theme: string) => void } {
  return { theme: useSyncExternalStore(subscribe, chosen), setTheme };
}

/** Applies the chosen theme, or follows the system if none is chosen. Prints are always light. */
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
