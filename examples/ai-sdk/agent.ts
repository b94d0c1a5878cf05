import { ToolLoopAgent, tool } from 'ai';
import * as z from 'zod';
import { offlineModel } from './offline-model.ts';

const shops: Record<string, { opens: number; closes: number }> = {
  oslo: { opens: 9, closes: 17 },
  bergen: { opens: 10, closes: 18 },
};

/** A regular AI SDK agent; it contains no test code. */
export default new ToolLoopAgent({
  model: offlineModel,
  instructions: 'You tell customers when our shops are open. Ask for the city when it is missing.',
  tools: {
    opening_hours: tool({
      description: 'When the shop of a city is open',
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => {
        const hours = shops[city.toLowerCase()];
        if (hours === undefined) throw new Error(`no shop in ${city}`);
        return { city, ...hours };
      },
    }),
  },
});
