import * as z from 'zod';
import type { UsageByRole } from './tool-call.ts';

export const modelCostSchema = z
  .strictObject({
    input_per_million: z.number().nonnegative(),
    output_per_million: z.number().nonnegative(),
    cached_input_per_million: z
      .number()
      .nonnegative()
      .describe('Input tokens from a cache; as much as others when left out')
      .optional(),
  })
  .describe('What a million tokens cost, in any currency');
export type ModelCost = z.infer<typeof modelCostSchema>;

/** What all roles spent together; nothing when no connector says what its tokens cost. */
export function totalCost(usage: UsageByRole): number | undefined {
  const costs = Object.values(usage).flatMap(({ cost }) => cost ?? []);
  return costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0);
}

/** An amount without a currency: two digits after the point, or for small ones four that mean something. */
export function formatCost(cost: number): string {
  if (cost >= 1 || cost === 0) return cost.toFixed(2);
  const digits = Math.min(10, 3 - Math.floor(Math.log10(cost)));
  return cost.toFixed(digits).replace(/0+$/, '').padEnd(4, '0');
}
