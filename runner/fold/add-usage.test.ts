import { describe, expect, it } from 'vitest';
import { addUsage } from './add-usage.ts';

const noUsage = { inputTokens: 0, outputTokens: 0, calls: 0, retries: 0 };
const unpriced = { ...noUsage, inputTokens: 3, calls: 1 };
const pricedUsage = { ...unpriced, cost: 0.5 };

describe('addUsage', () => {
  it('marks a sum in which a part has no price, and keeps the mark', () => {
    const mixedUsage = { ...noUsage, inputTokens: 6, calls: 2, cost: 0.5, isPartlyPriced: true };
    expect(addUsage(pricedUsage, unpriced)).toEqual(mixedUsage);
    expect(addUsage(unpriced, pricedUsage)).toEqual(mixedUsage);
    expect(addUsage(pricedUsage, addUsage(unpriced, pricedUsage))).toMatchObject({ cost: 1, isPartlyPriced: true });
  });

  it('marks a sum in which a call came without token numbers, and keeps the mark', () => {
    const uncounted = { ...noUsage, calls: 1 };
    const mixedUsage = { ...noUsage, inputTokens: 3, calls: 2, isPartlyCounted: true };
    expect(addUsage(unpriced, uncounted)).toEqual(mixedUsage);
    expect(addUsage(uncounted, unpriced)).toEqual(mixedUsage);
    expect(addUsage(unpriced, addUsage(uncounted, unpriced))).toMatchObject({ inputTokens: 6, isPartlyCounted: true });
    expect(addUsage(uncounted, uncounted)).toEqual({ ...noUsage, calls: 2 });
    expect(addUsage(noUsage, unpriced)).toEqual(unpriced);
  });

  it('leaves sums without the mark in which all or nothing has a price', () => {
    expect(addUsage(pricedUsage, pricedUsage)).toEqual({ ...noUsage, inputTokens: 6, calls: 2, cost: 1 });
    expect(addUsage(pricedUsage, noUsage)).toEqual(pricedUsage);
    expect(addUsage(unpriced, unpriced)).toEqual({ ...noUsage, inputTokens: 6, calls: 2 });
  });
});
