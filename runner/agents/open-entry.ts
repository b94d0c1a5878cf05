import type { AgentParts } from '../contract/index.ts';
import { createRecordReplayModel } from '../models/cassette/record-connectors.ts';
import { type Agent, AgentError } from '../ports/index.ts';
import type { AgentDeps, AgentToOpen, OpenAgentDeps } from './agent-type.ts';
import { findAgentType } from './agent-types.ts';
import { protocolNames } from './protocol-names.ts';
import { createRecordedAgent } from './recorded-agent.ts';

/**
 * Opens an agent of the workspace config. If its whole answers are recorded, `partsOf` computes digests of everything
 * on which they depend.
 */
export async function openConfiguredAgent(
  agent: AgentToOpen,
  deps: AgentDeps & { partsOf(agent: AgentToOpen): Promise<AgentParts> },
): Promise<Agent> {
  const { id, entry, connector } = agent;
  const { tape, partsOf } = deps;
  const type = findAgentType(entry);
  if (connector !== undefined && !type.takesConnector) {
    throw new AgentError(
      `agent "${id}" is of type ${entry.type}: it uses no connector and cannot run on "${connector}"`,
      'configuration',
    );
  }
  const recordingDeps: Pick<OpenAgentDeps, 'recordWholeAnswers' | 'tapeModel'> = {
    async recordWholeAnswers(open) {
      if (tape === undefined) return open();
      return createRecordedAgent({ id, tape, parts: await partsOf(agent) }, open);
    },
    tapeModel: (open, model) => (tape === undefined ? open() : createRecordReplayModel({ id, tape, model, open })),
  };
  return type.open(agent, { ...deps, ...recordingDeps, protocolNames });
}
