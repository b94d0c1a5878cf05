import type { Message } from '../contract/index.ts';
import type { LanguageModel, ModelRequest } from '../models/language-model.ts';
import type { Agent } from '../ports/index.ts';

type Makeup = Pick<ModelRequest, 'tools' | 'options'> & { system?: string | undefined };

/**
 * An agent that hands the conversation to a model as it is, behind a system prompt where it has one. Tool calls are part
 * of its answer; nothing executes them.
 */
export function createModelAgent(id: string, model: LanguageModel, { system, tools, options }: Makeup = {}): Agent {
  const prompts: Message[] = system === undefined ? [] : [{ role: 'system', content: system }];
  return {
    id,
    async invoke({ messages, context }, signal) {
      const asked = { messages: [...prompts, ...messages], tools, options, context };
      const { content, toolCalls, usage } = await model.generate(asked, signal);
      return { content, toolCalls, usage };
    },
  };
}
