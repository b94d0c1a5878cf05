import * as z from 'zod';
import { modelCostSchema } from './model-cost.ts';

/** The fields that every agent may have. */
export const descriptionFields = {
  name: z.string().optional(),
  description: z.string().optional(),
  repeatable: z
    .boolean()
    .describe(
      'Whether --runs auto and --retries may repeat its real tool calls. Default: not for http and command agents, nor for MCP servers',
    )
    .optional(),
};

/** The token prices, for an agent that spends tokens itself and reports them. */
export const ownUsageField = {
  cost: modelCostSchema
    .describe('The price of a million of the tokens that the agent reports, in any currency')
    .optional(),
};
