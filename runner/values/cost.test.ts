import { describe, expect, it } from 'vitest';
import { computeTotalCost } from '../fold/index.ts';
import { formatCost } from './cost.ts';

const usage = { inputTokens: 1, outputTokens: 1, calls: 1, retries: 0 };

describe('computeTotalCost', () => {
  it('adds up what roles cost, and is nothing when nobody says what tokens cost', () => {
    expect(
      computeTotalCost({ agent: { ...usage, cost: 0.5 }, simulator: usage, judge: { ...usage, cost: 0.25 } }),
    ).toBe(0.75);
    expect(computeTotalCost({ agent: usage })).toBeUndefined();
    expect(computeTotalCost({ agent: { ...usage, cost: 0 } })).toBe(0);
  });
});

describe('formatCost', () => {
  it.each([
    [0, '0.00'],
    [12_345.6, '12,346'],
    [123.456, '123'],
    [12.3456, '12.3'],
    [10, '10.0'],
    [99.97, '100'],
    [1, '1.00'],
    [0.5, '0.50'],
    [0.123456, '0.123'],
    [0.000_012_345_6, '0.0000123'],
  ])('writes %s as %s', (cost, text) => {
    expect(formatCost(cost, undefined)).toBe(text);
    expect(formatCost(cost, 'EUR')).toBe(`${text} EUR`);
  });
});
