import { expect, it } from 'vitest';
import { treeLines } from './tree-lines.ts';

it.each([
  [[], []],
  [[['a', 'x']], ['  └─ a', '     x']],
  [
    [['a', 'x', 'y'], ['b'], ['c', 'z']],
    ['  ├─ a', '  │  x', '  │  y', '  ├─ b', '  └─ c', '     z'],
  ],
])('the tree of %j ends once', (branches, lines) => {
  expect(treeLines(branches)).toEqual(lines);
});
