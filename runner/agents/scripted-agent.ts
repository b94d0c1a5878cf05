import type { Agent } from '../engine/ports.ts';
import type { LanguageModel } from '../models/language-model.ts';

/** An agent that hands the conversation to a model as it is: no prompts, no tools. */
export function createScriptedAgent(id: string, model: LanguageModel): Agent {
  return {
    id,
    async invoke(request, signal) {
      const { content, toolCalls, usage } = await model.generate(
        { messages: request.messages, context: request.context },
        signal,
      );
      return { content, toolCalls, usage };
    },
  };
}
