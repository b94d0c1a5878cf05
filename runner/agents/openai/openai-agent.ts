import type { AgentEntryOf, Message } from '../../contract/index.ts';
import type { Variables } from '../../models/connectors.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import { createOpenAIModel } from '../../models/openai-model.ts';
import type { Agent } from '../../ports/index.ts';
import { fillVariables } from '../fill-variables.ts';

type OpenAIEntry = AgentEntryOf<'openai'>;

/** An agent that is a system prompt, tools and a model. Tool calls are part of its answer; nothing executes them. */
export function createOpenAIAgent({
  id,
  entry,
  model,
}: {
  id: string;
  entry: OpenAIEntry;
  model: LanguageModel;
}): Agent {
  const { system, tools = [], options = {} } = entry;
  const prompts: Message[] = system === undefined ? [] : [{ role: 'system', content: system }];
  return {
    id,
    async invoke({ messages, context }, signal) {
      const asked = { messages: [...prompts, ...messages], tools: tools.map(declared), options, context };
      const { content, toolCalls, usage } = await model.generate(asked, signal);
      return { content, toolCalls, usage };
    },
  };
}

/** The model that an entry names. Throws when a variable that it names is not set. */
export function modelOfEntry(agent: { id: string; entry: OpenAIEntry; variables: Variables }): LanguageModel {
  const { id, entry, variables } = agent;
  const fill = (field: string, written: string) => fillVariables(written, { agent: id, field, variables });
  return createOpenAIModel({
    id,
    title: `agent "${id}"`,
    cost: entry.cost,
    model: fill('model', entry.model),
    // With a slash at the end the address is taken as it is.
    host: `${fill('base_url', entry.base_url).replace(/\/+$/, '')}/`,
    key: entry.api_key === undefined ? undefined : fill('api_key', entry.api_key),
  });
}

function declared({ name, description, parameters }: NonNullable<OpenAIEntry['tools']>[number]) {
  return { name, parameters, description };
}
