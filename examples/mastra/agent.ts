import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import * as z from 'zod';
import { offlineModel } from './offline-model.ts';

const shops: Record<string, { opens: number; closes: number }> = {
  oslo: { opens: 9, closes: 17 },
  bergen: { opens: 10, closes: 18 },
};

const openingHours = createTool({
  id: 'opening_hours',
  description: 'When the shop of a city is open',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => {
    const hours = shops[city.toLowerCase()];
    if (hours === undefined) throw new Error(`no shop in ${city}`);
    return { city, ...hours };
  },
});

/** A regular Mastra agent; it contains no test code. */
export const desk = new Agent({
  id: 'desk',
  name: 'Desk',
  model: offlineModel,
  // The metadata of a case becomes the request context.
  instructions: ({ requestContext }) => {
    const home = requestContext.get('home');
    const where = home === undefined ? 'Ask for the city when it is missing.' : `The customer lives in ${home}.`;
    return `You tell customers when our shops are open. ${where}`;
  },
  tools: { opening_hours: openingHours },
});
