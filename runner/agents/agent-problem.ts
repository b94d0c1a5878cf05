import type { AgentEntry } from '../contract/index.ts';
import { chooseConnector } from '../models/choose-connector.ts';
import type { Connectors, Variables } from '../models/connectors.ts';
import { withoutCredentials } from '../models/model-error.ts';
import { errorText } from '../values/index.ts';
import type { AgentSource } from './agent-catalog.ts';
import { requireProgram } from './command/require-program.ts';
import { openEndpoint } from './http/endpoint.ts';
import { moduleFile } from './module/open-module-agent.ts';
import { modelOfEntry } from './openai/model-of-entry.ts';
import { serversOfEntry } from './openai/servers-of-entry.ts';
import { openConnection } from './protocols/connection.ts';
import { createReplayAgent } from './replay/replay-agent.ts';

type Parts = { root: string; variables: Variables; connectors: Connectors };

/**
 * Why an agent could not be asked on its own connector: a file that is broken or not there, a variable or connector that is
 * missing. Nothing where none of that shows; no code of the agent runs, and nobody is called.
 */
export function agentProblem(source: AgentSource, parts: Parts): string | undefined {
  try {
    checkAgent(source, parts);
    return undefined;
  } catch (error) {
    const said = errorText(error);
    const named = `agent "${source.id}"`;
    const reason = said.startsWith(named) ? said.slice(named.length).replace(/^(?: cannot be used)?:? /, '') : said;
    return withoutCredentials(reason);
  }
}

function checkAgent(source: AgentSource, parts: Parts): void {
  switch (source.type) {
    case 'found':
      source.agent.check(parts.connectors);
      return;
    case 'entry':
      checkEntry(source, parts);
      return;
    case 'model':
      parts.connectors.model(source.connector);
      return;
    default:
      source satisfies never;
  }
}

function checkEntry({ id, entry }: { id: string; entry: AgentEntry }, parts: Parts): void {
  switch (entry.type) {
    case 'module':
      moduleFile({ id, entry }, parts.root);
      if (entry.connector !== undefined) {
        parts.connectors.model(chooseConnector({ id, connector: entry.connector }, parts));
      }
      return;
    case 'http':
      openEndpoint({ id, entry, ...parts });
      return;
    case 'openai':
      modelOfEntry({ id, entry, ...parts });
      serversOfEntry({ id, entry, ...parts });
      return;
    case 'command':
    case 'acp':
      requireProgram({ id, entry, ...parts });
      return;
    case 'replay':
      createReplayAgent({ id, entry, ...parts });
      return;
    case 'openai-chat':
    case 'openai-responses':
    case 'ai-sdk-ui':
    case 'ag-ui':
    case 'a2a':
    case 'langgraph':
    case 'yao':
      openConnection({ id, entry, ...parts });
      return;
    case 'scripted':
      return;
    default:
      entry satisfies never;
  }
}
