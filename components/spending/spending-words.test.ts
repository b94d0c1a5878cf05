import { describe, expect, it } from 'vitest';
import { moneyText, tokensText } from './spending-words';

const usage = { inputTokens: 1200, outputTokens: 50, calls: 2, retries: 0 };

describe('words for what models took', () => {
  it('name the currency where it is known', () => {
    expect(moneyText({ ...usage, cost: 1.3 }, 'EUR')).toBe('1.30 EUR');
    expect(moneyText({ ...usage, cost: 1.3 }, undefined)).toBe('1.30');
    expect(moneyText({ ...usage, cost: 0 }, 'EUR')).toBe('0.00 EUR');
  });

  it('say what is unknown, and never zero for it', () => {
    expect(moneyText(usage, 'EUR')).toBe('unknown');
    expect(moneyText({ ...usage, cost: 1.3, isPartlyPriced: true }, 'EUR')).toBe('at least 1.30 EUR');
    expect(tokensText({ ...usage, inputTokens: 0, outputTokens: 0 })).toBe('unknown');
    expect(tokensText({ ...usage, isPartlyCounted: true })).toBe('at least 1,250');
  });

  it('say nothing where no model was asked', () => {
    expect(moneyText(undefined, 'EUR')).toBeUndefined();
    expect(moneyText({ ...usage, calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 }, 'EUR')).toBeUndefined();
    expect(tokensText(undefined)).toBeUndefined();
  });

  it('count tokens together and apart', () => {
    expect([tokensText(usage), tokensText(usage, 'in'), tokensText(usage, 'out')]).toEqual(['1,250', '1,200', '50']);
  });
});
