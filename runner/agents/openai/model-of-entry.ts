import type { AgentEntryOf } from '../../contract/index.ts';
import type { Variables } from '../../models/connectors.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import { createOpenAIModel } from '../../models/openai-model.ts';
import { fillVariables } from '../fill-variables.ts';

/** The model that an entry names. Throws when a variable that it names is not set. */
export function modelOfEntry(agent: {
  id: string;
  entry: AgentEntryOf<'openai'>;
  variables: Variables;
  maxAnswer?: number;
}): LanguageModel {
  const { id, entry, variables, maxAnswer } = agent;
  const fill = (field: string, text: string) => fillVariables(text, { agent: id, field, variables });
  return createOpenAIModel({
    id,
    title: `agent "${id}"`,
    maxAnswer,
    cost: entry.cost,
    model: fill('model', entry.model),
    // A trailing slash makes the model client use the URL unchanged.
    host: `${fill('base_url', entry.base_url).replace(/(?<!\/)\/+$/, '')}/`,
    key: entry.api_key === undefined ? undefined : fill('api_key', entry.api_key),
  });
}
