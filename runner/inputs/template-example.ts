import { visit } from 'jsonc-parser';
import type { Json, JsonPath } from '../values/index.ts';
import { createRepeatedKeyFinder } from './repeated-keys.ts';

/** A string, number, boolean or null in the source text of a line, called a leaf. */
export type TemplateExampleLeaf = { text: string; path: JsonPath; isHole: boolean };

/** A parsed line: its leaves (strings, numbers, booleans, null), and the source text between them. */
export type TemplateExample = { line: string; value: Json; gaps: string[]; leaves: TemplateExampleLeaf[] };

const findRepeatedKeys = createRepeatedKeyFinder();

/**
 * Splits a line into leaves and the text between them; `value` is its parsed value. Undefined if an object has a
 * duplicate key.
 */
export function parseTemplateExample(line: string, value: Json): TemplateExample | undefined {
  if (findRepeatedKeys(line, value).length > 0) return undefined;
  const gaps: string[] = [];
  const leaves: TemplateExampleLeaf[] = [];
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

export function haveSameShape(example: TemplateExample, other: TemplateExample): boolean {
  return example.gaps.length === other.gaps.length && example.gaps.every((gap, index) => gap === other.gaps[index]);
}

/**
 * Marks the leaves that differ from an earlier example of the same shape as variable. Leaves that were variable in the
 * earlier example stay variable.
 */
export function mergeTemplateHoles(example: TemplateExample, { leaves: earlier }: TemplateExample): TemplateExample {
  const leaves = example.leaves.map((leaf, index) => {
    const before = earlier[index];
    return { ...leaf, isHole: before === undefined || before.isHole || before.text !== leaf.text };
  });
  return { ...example, leaves };
}
