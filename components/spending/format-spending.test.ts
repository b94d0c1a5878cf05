import { describe, expect, it } from 'vitest';
import { formatTokenCount, formatUsageCost } from './format-spending';

const usage = { inputTokens: 1200, outputTokens: 50, calls: 2, retries: 0 };

describe('words for what models took', () => {
  it('name the currency where it is known', () => {
    expect(formatUsageCost({ ...usage, cost: 1.3 }, 'EUR')).toBe('1.30 EUR');
    expect(formatUsageCost({ ...usage, cost: 1.3 }, undefined)).toBe('1.30');
    expect(formatUsageCost({ ...usage, cost: 0 }, 'EUR')).toBe('0.00 EUR');
  });

  it('say what is unknown, and never zero for it', () => {
    expect(formatUsageCost(usage, 'EUR')).toBe('unknown');
    expect(formatUsageCost({ ...usage, cost: 1.3, isPartlyPriced: true }, 'EUR')).toBe('at least 1.30 EUR');
    expect(formatTokenCount({ ...usage, inputTokens: 0, outputTokens: 0 })).toBe('unknown');
    expect(formatTokenCount({ ...usage, isPartlyCounted: true })).toBe('at least 1,250');
  });

  it('say nothing where no model was asked', () => {
    expect(formatUsageCost(undefined, 'EUR')).toBeUndefined();
    expect(formatUsageCost({ ...usage, calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 }, 'EUR')).toBeUndefined();
    expect(formatTokenCount(undefined)).toBeUndefined();
  });

  it('count tokens together and apart', () => {
    expect([formatTokenCount(usage), formatTokenCount(usage, 'in'), formatTokenCount(usage, 'out')]).toEqual([
      '1,250',
      '1,200',
      '50',
    ]);
  });
});
