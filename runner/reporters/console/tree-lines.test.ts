import { expect, it } from 'vitest';
import { formatTreeLines } from './tree-lines.ts';

it.each([
  [[], []],
  [[['a', 'x']], ['  └─ a', '     x']],
  [
    [['a', 'x', 'y'], ['b'], ['c', 'z']],
    ['  ├─ a', '  │  x', '  │  y', '  ├─ b', '  └─ c', '     z'],
  ],
])('the tree of %j ends once', (branches, lines) => {
  expect(formatTreeLines(branches)).toEqual(lines);
});
