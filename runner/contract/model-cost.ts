import * as z from 'zod';

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
