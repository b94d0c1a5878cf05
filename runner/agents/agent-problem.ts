import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AgentEntry } from '../contract/index.ts';
import { chooseConnector } from '../models/choose-connector.ts';
import type { Connectors, Variables } from '../models/connectors.ts';
import { withoutCredentials } from '../models/model-error.ts';
import { AgentError } from '../ports/index.ts';
import { errorText } from '../values/index.ts';
import type { AgentSource } from './agent-catalog.ts';
import { createCommandAgent } from './command/command-agent.ts';
import { createHttpAgent } from './http/http-agent.ts';
import { modelOfEntry } from './openai/openai-agent.ts';

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

type Entry<Of extends AgentEntry = AgentEntry> = { id: string; entry: Of };

function checkEntry({ id, entry }: Entry, parts: Parts): void {
  switch (entry.type) {
    case 'module':
      checkModule({ id, entry }, parts);
      return;
    case 'http':
      createHttpAgent({ id, entry, ...parts });
      return;
    case 'openai':
      modelOfEntry({ id, entry, ...parts });
      return;
    case 'command':
      createCommandAgent({ id, entry, ...parts });
      return;
    case 'scripted':
      return;
    default:
      entry satisfies never;
  }
}

function checkModule({ id, entry }: Entry<Extract<AgentEntry, { type: 'module' }>>, parts: Parts): void {
  const file = path.resolve(parts.root, entry.path);
  if (!existsSync(file)) throw new AgentError(`agent "${id}": its module ${file} does not exist`, 'configuration');
  if (entry.connector !== undefined) parts.connectors.model(chooseConnector({ id, connector: entry.connector }, parts));
}
