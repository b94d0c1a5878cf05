import * as z from 'zod';
import { jsonSchema, toolCallSchema } from '../contract/index.ts';
import { openFor, type Tape } from '../models/cassette/tape.ts';
import { keptUsageSchema } from '../models/cassette/taped-connectors.ts';
import type { Agent } from '../ports/index.ts';
import { asJson } from '../values/index.ts';

const answerSchema = z.object({
  content: z.string(),
  toolCalls: z.array(toolCallSchema.transform(({ durationMs, ...call }) => call)),
  next: jsonSchema.optional(),
  usage: keptUsageSchema.optional(),
});

/** An agent behind a tape: its whole answer is kept, with the tools that it called and what they answered. */
export async function tapeAgent(id: string, tape: Tape, open: () => Agent | Promise<Agent>): Promise<Agent> {
  const real = openFor(tape, async () => open());
  if (tape.asks === 'always') await real();
  return {
    id,
    invoke(request, signal) {
      const { messages, options, context } = request;
      const { userId, teamId, locale, authorized } = context.environment;
      return tape.answer({
        context,
        request: {
          agent: id,
          messages: asJson(messages),
          options: asJson(options),
          user: asJson({ id: userId, team: teamId, locale, authorized }),
        },
        schema: answerSchema,
        ask: async () => (await real()).invoke(request, signal),
      });
    },
  };
}
