import type { AgentEntryOf } from '../../contract/index.ts';
import type { Variables } from '../../models/connectors.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import { withoutCredentials } from '../../models/model-error.ts';
import { createOpenAIModel } from '../../models/openai-model.ts';
import { createCallRecordingModel } from '../../models/recorded-model.ts';
import { redactCommandSecrets, urlWithoutSecrets } from '../agent-address.ts';
import type { AgentType } from '../agent-type.ts';
import { fillVariables } from '../fill-variables.ts';
import { createModelAgent } from '../model-agent.ts';
import { serversOfEntry } from './servers-of-entry.ts';

export const openaiType: AgentType<AgentEntryOf<'openai'>> = {
  takesConnector: true,
  async open({ id, entry, connector }, deps) {
    const { connectors, untaped, variables, maxAnswer } = deps;
    const { system, options, tools = [] } = entry;
    const servers = await Promise.all(serversOfEntry({ id, entry, variables }).map(deps.servers.open));
    const makeup = { system, options, tools, servers };
    const openOwn = () => modelOfEntry({ id, entry, variables, maxAnswer });
    if (servers.length === 0) {
      const own = () => createCallRecordingModel(entry.model, deps.tapeModel(openOwn, entry.model));
      return createModelAgent(id, connector === undefined ? own() : connectors.model(connector), makeup);
    }
    // Tool results from servers are not model answers, so an agent with servers is recorded as a whole.
    return deps.recordWholeAnswers(() => {
      const own = () => createCallRecordingModel(entry.model, openOwn());
      return createModelAgent(id, connector === undefined ? own() : untaped.model(connector), makeup);
    });
  },
  check({ id, entry }, { variables }) {
    modelOfEntry({ id, entry, variables });
    serversOfEntry({ id, entry, variables });
  },
  address: ({ model, base_url: url }) => ({ address: `${model} at ${withoutCredentials(url)}` }),
  readDefinition({ base_url: url, model, system, tools, options, mcp_servers: servers }) {
    const settings = [withoutCredentials(url), model, tools, options];
    return {
      prompts: system ?? '',
      settings: servers === undefined ? settings : [...settings, serverAddresses(servers)],
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

function serverAddresses(servers: NonNullable<AgentEntryOf<'openai'>['mcp_servers']>): unknown {
  return Object.entries(servers).map(([name, { command, args, url }]) => [
    name,
    url === undefined ? redactCommandSecrets([command, ...(args ?? [])].join(' ')) : urlWithoutSecrets(url),
  ]);
}

/** The model that an entry names. Throws when a variable that it names is not set. */
function modelOfEntry(agent: {
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
