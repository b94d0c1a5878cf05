import fc from 'fast-check';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { expect, it } from 'vitest';
import { isJsonObject, type Json } from '../../../values/index.ts';
import { findJsonPositions } from './json-positions.ts';

type Path = (string | number)[];

function pathsIn(value: Json, levels: number, path: Path = []): Path[] {
  if (levels === 0) return [path];
  const members: [string | number, Json][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(isJsonObject(value) ? value : {});
  return [path, ...members.flatMap(([key, member]) => pathsIn(member, levels - 1, [...path, key]))];
}

const json = fc.jsonValue({ maxDepth: 4, stringUnit: fc.constantFrom('"', '\\', '{', '[', ',', '\n', ':', 'a', 'é') });

it.each([0, 2, '\t'])('a place is where a parser finds the value, indented by %o', (indent) => {
  fc.assert(
    fc.property(json, fc.integer({ min: 0, max: 3 }), (value, levels) => {
      const text = `\n ${JSON.stringify(value, null, indent)}\n`;
      const tree = parseTree(text);
      if (tree === undefined) throw new Error('no tree');
      const expected = pathsIn(JSON.parse(text), levels).map((path) => {
        const { offset, length } = findNodeAtLocation(tree, path) ?? { offset: -1, length: 0 };
        const line = text.slice(0, offset).split('\n').length;
        return [JSON.stringify(path), { offset, line, end: offset + length }];
      });
      expect(Object.fromEntries(findJsonPositions(text, levels))).toEqual(Object.fromEntries(expected));
    }),
  );
});
