import { describe, expect, it } from 'vitest';
import { addSpending, type SpendingByRole, sumMsOfRoles, sumUsageOfRoles, toSpendingByRole } from './spending.ts';

const usage = (inputTokens: number, cost?: number) => ({
  inputTokens,
  outputTokens: 1,
  calls: 1,
  retries: 0,
  ...(cost === undefined ? {} : { cost }),
});

describe('what was spent', () => {
  const spending: SpendingByRole = { agent: { ms: 100, usage: usage(10, 0.5) }, tool: { ms: 40 } };
  const other: SpendingByRole = { agent: { ms: 50, usage: usage(5, 0.25) }, judge: { ms: 20, usage: usage(7) } };

  it('is added up by role', () => {
    const sum = addSpending(spending, other);
    expect(sum.agent).toEqual({
      ms: 150,
      usage: { inputTokens: 15, outputTokens: 2, calls: 2, retries: 0, cost: 0.75 },
    });
    expect(sum.tool).toEqual({ ms: 40 });
    expect(sum.judge).toEqual(other.judge);
    expect(sum.simulator).toBeUndefined();
  });

  it('is whole without what tools took in the time of their agent', () => {
    expect(sumMsOfRoles(addSpending(spending, other))).toBe(170);
  });

  it('is known in part only where somebody has no price', () => {
    expect(sumUsageOfRoles(addSpending(spending, other))).toMatchObject({
      inputTokens: 22,
      cost: 0.75,
      isPartlyPriced: true,
    });
    expect(sumUsageOfRoles({ agent: { ms: 1 } })).toBeUndefined();
  });

  it('follows from what a result says of its models', () => {
    expect(toSpendingByRole({ judge: usage(3) })).toEqual({ judge: { ms: 0, usage: usage(3) } });
  });
});
