import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import * as z from 'zod';
import { deskModel } from './offline-models.ts';

const shops: Record<string, { opens: number; closes: number }> = {
  oslo: { opens: 9, closes: 17 },
  bergen: { opens: 10, closes: 18 },
};

const openingHours = createTool({
  id: 'opening_hours',
  description: 'When the shop of a city is open',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, ...shops[city.toLowerCase()] }),
});

/** A regular Mastra agent; it contains no test code. */
export const desk = new Agent({
  id: 'desk',
  name: 'Desk',
  model: deskModel,
  instructions: 'You tell customers when our shops are open.',
  tools: { opening_hours: openingHours },
});
