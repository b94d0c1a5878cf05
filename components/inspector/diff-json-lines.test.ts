import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonSchema } from '../../runner/contract';
import type { Json } from '../../runner/values';
import { type DiffLine, diffJsonLines } from './diff-json-lines';

describe('a difference line by line', () => {
  it('shows what differs with a few lines around it', () => {
    const expected = ['a', 'b', 'c', 'd', 'e', 'f'].join('\n');
    expect(diffJsonLines(expected, expected.replace('e', 'x'))).toEqual([
      { side: 'folded', count: 2 },
      { side: 'both', text: 'c' },
      { side: 'both', text: 'd' },
      { side: 'expected', text: 'e' },
      { side: 'actual', text: 'x' },
      { side: 'both', text: 'f' },
    ]);
  });

  it('does not mind the order of keys', () => {
    expect(diffJsonLines({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toEqual([
      { side: 'folded', count: 7 },
    ]);
  });

  it('gives both values back, line for line', () => {
    const value = fc.jsonValue().map((json) => jsonSchema.parse(json));
    fc.assert(
      fc.property(value, value, (expected, actual) => {
        const lines = diffJsonLines(expected, actual);
        expect(count(lines, 'expected')).toBe(lineCount(expected));
        expect(count(lines, 'actual')).toBe(lineCount(actual));
      }),
    );
  });

  it('gives up on texts that have nothing in common', { tags: 'thorough' }, () => {
    const text = (letter: string): string => Array.from({ length: 3_000 }, (_, line) => `${letter}${line}`).join('\n');
    expect(diffJsonLines(text('a'), text('b'))).toHaveLength(6_000);
  });
});

function count(lines: readonly DiffLine[], side: 'expected' | 'actual'): number {
  return lines.reduce((sum, line) => {
    if (line.side === 'folded') return sum + line.count;
    return line.side === 'both' || line.side === side ? sum + 1 : sum;
  }, 0);
}

function lineCount(value: Json): number {
  return (typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)).split('\n').length;
}
