import { removeCredentials } from '../models/model-error.ts';
import { toErrorMessage } from '../values/index.ts';
import type { AgentSource } from './agent-catalog.ts';
import type { AgentCheckDeps } from './agent-type.ts';
import { findAgentType } from './agent-types.ts';

/**
 * Returns why an agent cannot be called on its own connector, such as a broken or missing file, variable or connector;
 * undefined if no problem is found. Runs no code of the agent and sends no requests.
 */
export function findAgentProblem(source: AgentSource, deps: AgentCheckDeps): string | undefined {
  try {
    checkAgent(source, deps);
    return undefined;
  } catch (error) {
    const message = toErrorMessage(error);
    const named = `agent "${source.id}"`;
    const reason = message.startsWith(named)
      ? message.slice(named.length).replace(/^(?: cannot be used)?:? /, '')
      : message;
    return removeCredentials(reason);
  }
}

function checkAgent(source: AgentSource, deps: AgentCheckDeps): void {
  switch (source.type) {
    case 'found':
      source.agent.check(deps.connectors);
      return;
    case 'entry':
      findAgentType(source.entry).check(source, deps);
      return;
    case 'model':
      deps.connectors.model(source.connector);
      return;
    case 'built_in':
      return;
    default:
      source satisfies never;
  }
}
