import { describe, expect, it } from 'vitest';
import { addUsage } from './add-usage.ts';

const none = { inputTokens: 0, outputTokens: 0, calls: 0, retries: 0 };
const unpriced = { ...none, inputTokens: 3, calls: 1 };
const priced = { ...unpriced, cost: 0.5 };

describe('addUsage', () => {
  it('marks a sum in which a part has no price, and keeps the mark', () => {
    const mixed = { ...none, inputTokens: 6, calls: 2, cost: 0.5, isPartlyPriced: true };
    expect(addUsage(priced, unpriced)).toEqual(mixed);
    expect(addUsage(unpriced, priced)).toEqual(mixed);
    expect(addUsage(priced, addUsage(unpriced, priced))).toMatchObject({ cost: 1, isPartlyPriced: true });
  });

  it('marks a sum in which a call came without token numbers, and keeps the mark', () => {
    const uncounted = { ...none, calls: 1 };
    const mixed = { ...none, inputTokens: 3, calls: 2, isPartlyCounted: true };
    expect(addUsage(unpriced, uncounted)).toEqual(mixed);
    expect(addUsage(uncounted, unpriced)).toEqual(mixed);
    expect(addUsage(unpriced, addUsage(uncounted, unpriced))).toMatchObject({ inputTokens: 6, isPartlyCounted: true });
    expect(addUsage(uncounted, uncounted)).toEqual({ ...none, calls: 2 });
    expect(addUsage(none, unpriced)).toEqual(unpriced);
  });

  it('leaves sums without the mark in which all or nothing has a price', () => {
    expect(addUsage(priced, priced)).toEqual({ ...none, inputTokens: 6, calls: 2, cost: 1 });
    expect(addUsage(priced, none)).toEqual(priced);
    expect(addUsage(unpriced, unpriced)).toEqual({ ...none, inputTokens: 6, calls: 2 });
  });
});
