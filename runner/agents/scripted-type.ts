import type { AgentEntryOf } from '../contract/index.ts';
import { createScriptedModel } from '../models/scripted-model.ts';
import type { AgentType } from './agent-type.ts';
import { createModelAgent } from './model-agent.ts';

export const scriptedType: AgentType<AgentEntryOf<'scripted'>> = {
  takesConnector: true,
  async open({ id, entry, connector }, { connectors, tapeModel }) {
    const createEntryModel = () => tapeModel(() => createScriptedModel(id, entry.rules));
    return createModelAgent(id, connector === undefined ? createEntryModel() : connectors.model(connector));
  },
  check: () => undefined,
  address: () => ({}),
  readDefinition: ({ rules }) => ({ settings: rules }),
  filesAffectingAnswers: () => Promise.resolve(undefined),
  reports: () => ({ tools: 'may', usage: 'may' }),
  notRepeatable: () => undefined,
  notForkable: () => undefined,
};
