import type { LanguageModel } from '../models/language-model.ts';
import type { Agent } from '../ports/index.ts';

/** An agent that hands the conversation to a model as it is: no prompts, no tools. */
export function createModelAgent(id: string, model: LanguageModel): Agent {
  return {
    id,
    async invoke({ messages, context }, signal) {
      const { content, toolCalls, usage } = await model.generate({ messages, context }, signal);
      return { content, toolCalls, usage };
    },
  };
}
