import { visit } from 'jsonc-parser';
import type { Json, JsonPath } from '../values/index.ts';
import { createRepeatedKeys } from './repeated-keys.ts';

/** A text, number, boolean or null, as it stands in a line. */
export type Leaf = { text: string; path: JsonPath; isHole: boolean };

/** A line taken apart: its leaves, and the texts around them. */
export type Example = { line: string; value: Json; gaps: string[]; leaves: Leaf[] };

const repeatedKeys = createRepeatedKeys();

/** Takes a line apart that `value` was read from; `undefined` when a key stands twice in it. */
export function parseExample(line: string, value: Json): Example | undefined {
  if (repeatedKeys(line, value).length > 0) return undefined;
  const gaps: string[] = [];
  const leaves: Leaf[] = [];
  let end = 0;
  visit(line, {
    onLiteralValue: (_value, offset, length, _line, _column, path) => {
      gaps.push(line.slice(end, offset));
      end = offset + length;
      leaves.push({ text: line.slice(offset, end), path: path(), isHole: false });
    },
  });
  return { line, value, gaps: [...gaps, line.slice(end)], leaves };
}

export function haveSameShape(example: Example, other: Example): boolean {
  return example.gaps.length === other.gaps.length && example.gaps.every((gap, at) => gap === other.gaps[at]);
}

/** The example with holes where it differs from an earlier one of its shape, and where that one has holes. */
export function mergeHoles(example: Example, { leaves: earlier }: Example): Example {
  const leaves = example.leaves.map((leaf, at) => {
    const before = earlier[at];
    return { ...leaf, isHole: before === undefined || before.isHole || before.text !== leaf.text };
  });
  return { ...example, leaves };
}
