import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// Nothing is laid out here, and lists that show only what is in sight would show nothing.
for (const [side, px] of [
  ['clientWidth', 1_000],
  ['clientHeight', 800],
] as const) {
  let owner = Object.getPrototypeOf(document.createElement('div'));
  while (!Object.hasOwn(owner, side)) owner = Object.getPrototypeOf(owner);
  Object.defineProperty(owner, side, { configurable: true, get: () => px });
}
