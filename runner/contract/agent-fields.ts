import * as z from 'zod';
import { modelCostSchema } from './model-cost.ts';

/** The fields that every agent may have. */
export const about = {
  name: z.string().optional(),
  description: z.string().optional(),
  repeatable: z
    .boolean()
    .describe(
      'Its tools may really be called again, by --runs auto and --retries. Without it: not those of http and command agents, nor MCP servers',
    )
    .optional(),
};

/** For an agent that reports the tokens that it spends itself. */
export const ownUsage = {
  cost: modelCostSchema.describe('What a million tokens cost that the agent says it spent, in any currency').optional(),
};
