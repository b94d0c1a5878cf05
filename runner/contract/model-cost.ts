import * as z from 'zod';

export const modelCostSchema = z
  .strictObject({
    input_per_million: z.number().nonnegative(),
    output_per_million: z.number().nonnegative(),
    cached_input_per_million: z
      .number()
      .nonnegative()
      .describe('The price of input tokens from a cache; default: the price of other input tokens')
      .optional(),
  })
  .describe('What a million tokens cost, in any currency');
export type ModelCost = z.infer<typeof modelCostSchema>;
