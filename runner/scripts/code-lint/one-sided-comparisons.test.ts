import { describe, expect, it } from 'vitest';
import { findOneSidedComparisons } from './one-sided-comparisons.ts';

const find = (...lines: string[]) =>
  findOneSidedComparisons(`export function A(output, input, expected) {\n  ${lines.join('\n  ')}\n}\n`).map(
    ({ line, message }) => `${line}: ${message}`,
  );

describe('a difference that has to be small', () => {
  it('is named without Math.abs()', () => {
    expect(find('return { pass: total - expected < 0.01 };')).toEqual([
      '2: "total - expected < 0.01" also holds if total is much smaller; write Math.abs(total - expected)',
    ]);
    expect(find('return Number(found[1]) - expected <= 1e-6;')).toHaveLength(1);
    expect(find('if (a.total - b.total < Number.EPSILON) return true;')).toHaveLength(1);
  });

  it.each([
    'return Math.abs(total - expected) < 0.01;',
    'return total - expected < 0.01 && expected - total < 0.01;',
    'return total - expected < 0.01 && total >= expected;',
    'return total - expected < 0.01 && total - expected > -0.01;',
    'return Date.now() - started < 0.5;',
    'return max - min < 0.1;',
    'return total - budget < 0.01;',
    'return total - expected < 5;',
    'return tax + total - expected < 0.01;',
    'return list.sort((a, b) => a - b);',
  ])('is not named in %s', (line) => {
    expect(find(line)).toEqual([]);
  });
});

describe('a list that is sorted in place', () => {
  it('is named if it is compared with the result', () => {
    const every = 'return { pass: prices.every((price, i) => price === sorted[i]) };';
    expect(find('const sorted = prices.sort((a, b) => a - b);', every)).toEqual([
      '2: sort() changes prices itself, so prices is compared with itself; write prices.toSorted(…)',
    ]);
    const texts = 'return JSON.stringify(names) === JSON.stringify(turned);';
    expect(find('const turned = names.reverse();', texts)).toHaveLength(1);
    expect(find('const sorted = names.sort();', 'assert.deepEqual(names, sorted);')).toHaveLength(1);
  });

  it.each([
    ['const sorted = [...prices].sort();', 'return prices.every((price, i) => price === sorted[i]);'],
    ['const sorted = prices.toSorted();', 'return prices.every((price, i) => price === sorted[i]);'],
    ['const sorted = prices.slice().sort();', 'return prices[0] === sorted[0];'],
    ['const sorted = prices.sort();', 'return sorted[0] === expected;'],
    ['const sorted = prices.sort();', 'return sorted.length === prices.length;'],
    ['const sorted = prices.sort();', 'return JSON.stringify(sorted) === JSON.stringify(expected.sort());'],
  ])('is not named in %s %s', (...lines) => {
    expect(find(...lines)).toEqual([]);
  });
});
