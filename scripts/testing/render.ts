import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { PageLocks } from './page-locks.ts';

// The timeout is generous, because lazily loaded components load slowly on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// Waits for lazily loaded components, because they must not finish loading after their page is gone.
afterAll(() => vi.dynamicImportSettled());

// Gives elements a size: the test environment computes no layout, so windowed lists would otherwise render no rows.
for (const [side, px] of [
  ['clientWidth', 1_000],
  ['clientHeight', 800],
] as const) {
  let owner = Object.getPrototypeOf(document.createElement('div'));
  while (!Object.hasOwn(owner, side)) owner = Object.getPrototypeOf(owner);
  Object.defineProperty(owner, side, { configurable: true, get: () => px });
}

// Requests fail by default in tests, so that they never reach a server on this machine.
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));

Object.defineProperty(navigator, 'locks', { configurable: true, value: new PageLocks() });
