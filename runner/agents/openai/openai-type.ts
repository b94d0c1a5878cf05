import type { AgentEntryOf } from '../../contract/index.ts';
import type { Variables } from '../../models/connectors.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import { removeCredentials } from '../../models/model-error.ts';
import { createOpenAIModel } from '../../models/openai-model.ts';
import { createCallRecordingModel } from '../../models/recorded-model.ts';
import { redactCommandSecrets, redactUrlSecrets } from '../agent-address.ts';
import type { AgentType } from '../agent-type.ts';
import { fillVariables } from '../fill-variables.ts';
import { createModelAgent } from '../model-agent.ts';
import { listServersOfEntry } from './servers-of-entry.ts';

export const openaiType: AgentType<AgentEntryOf<'openai'>> = {
  takesConnector: true,
  async open({ id, entry, connector }, deps) {
    const { connectors, untaped, variables, maxAnswer } = deps;
    const { system, options, tools = [] } = entry;
    const servers = await Promise.all(listServersOfEntry({ id, entry, variables }).map(deps.servers.open));
    const makeup = { system, options, tools, servers };
    const openEntryModel = () => createModelFromEntry({ id, entry, variables, maxAnswer });
    if (servers.length === 0) {
      const createReplayableModel = () =>
        createCallRecordingModel(entry.model, deps.tapeModel(openEntryModel, entry.model));
      return createModelAgent(
        id,
        connector === undefined ? createReplayableModel() : connectors.model(connector),
        makeup,
      );
    }
    // If the agent uses servers, its whole answers are recorded, because a recording of model answers would not contain
    // the servers' tool results.
    return deps.recordWholeAnswers(() => {
      const createDirectModel = () => createCallRecordingModel(entry.model, openEntryModel());
      return createModelAgent(id, connector === undefined ? createDirectModel() : untaped.model(connector), makeup);
    });
  },
  check({ id, entry }, { variables }) {
    createModelFromEntry({ id, entry, variables });
    listServersOfEntry({ id, entry, variables });
  },
  address: ({ model, base_url: url }) => ({ address: `${model} at ${removeCredentials(url)}` }),
  readDefinition({ base_url: url, model, system, tools, options, mcp_servers: servers }) {
    const settings = [removeCredentials(url), model, tools, options];
    return {
      prompts: system ?? '',
      settings: servers === undefined ? settings : [...settings, listServerAddresses(servers)],
    };
  },
  filesAffectingAnswers: () => Promise.resolve(undefined),
  reports: () => ({ tools: 'may', usage: 'may' }),
  notForkable: () => undefined,
  notRepeatable({ mcp_servers: servers = {} }) {
    const names = Object.keys(servers);
    return names.length === 0 ? undefined : `calls tools of MCP servers: ${names.join(', ')}`;
  },
};

function listServerAddresses(servers: NonNullable<AgentEntryOf<'openai'>['mcp_servers']>): unknown {
  return Object.entries(servers).map(([name, { command, args, url }]) => [
    name,
    url === undefined ? redactCommandSecrets([command, ...(args ?? [])].join(' ')) : redactUrlSecrets(url),
  ]);
}

/** Returns the model that a config entry describes. Throws if a variable in it is not set. */
function createModelFromEntry(agent: {
  id: string;
  entry: AgentEntryOf<'openai'>;
  variables: Variables;
  maxAnswer?: number;
}): LanguageModel {
  const { id, entry, variables, maxAnswer } = agent;
  const fillField = (field: string, text: string) => fillVariables(text, { agent: id, field, variables });
  return createOpenAIModel({
    id,
    title: `agent "${id}"`,
    maxAnswer,
    cost: entry.cost,
    model: fillField('model', entry.model),
    // The model client uses a URL unchanged only if it ends with a slash.
    host: `${fillField('base_url', entry.base_url).replace(/(?<!\/)\/+$/, '')}/`,
    key: entry.api_key === undefined ? undefined : fillField('api_key', entry.api_key),
  });
}
