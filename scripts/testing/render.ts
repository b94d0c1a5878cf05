import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { PageLocks } from './page-locks.ts';

// Parts that are loaded later come later on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// A part that is loaded late must not arrive when the page is gone.
afterAll(() => vi.dynamicImportSettled());

// Nothing is laid out here, and lists that show only what is in sight would show nothing.
for (const [side, px] of [
  ['clientWidth', 1_000],
  ['clientHeight', 800],
] as const) {
  let owner = Object.getPrototypeOf(document.createElement('div'));
  while (!Object.hasOwn(owner, side)) owner = Object.getPrototypeOf(owner);
  Object.defineProperty(owner, side, { configurable: true, get: () => px });
}

// Nobody answers: what a part asks the server for by itself is to reach no server that runs on this machine.
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));

Object.defineProperty(navigator, 'locks', { configurable: true, value: new PageLocks() });
