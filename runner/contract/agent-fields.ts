import * as z from 'zod';
import { modelCostSchema } from './model-cost.ts';

/** The config fields that all agents have. */
export const descriptionFields = {
  name: z.string().optional(),
  description: z.string().optional(),
  repeatable: z
    .boolean()
    .describe(
      'Whether --runs auto and --retries may repeat real tool calls of the agent. Default: no for http agents, command agents and MCP servers',
    )
    .optional(),
};

/** The config field for the token prices of an agent that reports its own token usage. */
export const ownUsageField = {
  cost: modelCostSchema
    .describe('The price of a million of the tokens that the agent reports, in any currency')
    .optional(),
};
