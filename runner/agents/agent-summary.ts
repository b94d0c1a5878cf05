import path from 'node:path';
import type { AgentEntry } from '../contract/index.ts';
import { chooseConnector } from '../models/choose-connector.ts';
import type { Connectors, Variables } from '../models/connectors.ts';
import { withoutCredentials } from '../models/model-error.ts';
import { relativePath } from '../scripts/relative-path.ts';
import type { AgentSource } from './agent-catalog.ts';
import { takesConnector } from './takes-connector.ts';

/** An agent as lists show it; `path` is relative to the workspace, `address` what answers outside of it. */
export type AgentSummary = {
  id: string;
  /** What its config entry or the format of its files calls it. */
  type: string;
  path?: string;
  connector?: string;
  /** It asks no model of ours: no connector can take the place of another. */
  noConnector?: boolean;
  address?: string;
  name?: string;
  description?: string;
  /** What it is told before every conversation, where it is a model behind a prompt; empty where it is told nothing. */
  prompt?: string;
  /** Why it cannot be asked as it is. */
  problem?: string;
  /** It says what the tokens cost that it spends itself. */
  priced?: boolean;
};

export function summaryOf(source: AgentSource, root: string): AgentSummary {
  switch (source.type) {
    case 'found':
      return source.agent.summary();
    case 'model':
      return { id: source.id, type: 'model', connector: source.connector, prompt: '' };
    case 'entry':
      return summaryOfEntry(source, root);
    default:
      return source satisfies never;
  }
}

/** The same with the connector that its role or variable stands for. One that cannot be chosen is complained about when asked. */
export function onConnector(
  summary: AgentSummary,
  workspace: { connectors: Connectors; variables: Variables },
): AgentSummary {
  const { id, connector } = summary;
  if (connector === undefined) return summary;
  try {
    return { ...summary, connector: chooseConnector({ id, connector }, workspace) };
  } catch {
    return summary;
  }
}

function summaryOfEntry({ id, entry }: Extract<AgentSource, { type: 'entry' }>, root: string): AgentSummary {
  const { type, name, description } = entry;
  const priced = 'cost' in entry && entry.cost !== undefined;
  return {
    id,
    type,
    ...present({ ...describeAddress(entry, root), name, description }),
    ...(priced ? { priced } : {}),
    ...(takesConnector(entry) ? {} : { noConnector: true }),
    ...(entry.type === 'openai' ? { prompt: entry.system ?? '' } : {}),
  };
}

/** Returns the source of an entry's answers; variables stay unfilled, and anything that may hold keys is left out. */
function describeAddress(
  entry: AgentEntry,
  root: string,
): Partial<Record<'path' | 'connector' | 'address', string | undefined>> {
  switch (entry.type) {
    case 'module':
      return { path: relativePath(root, path.resolve(root, entry.path)), connector: entry.connector };
    case 'http':
      return { address: withoutCredentials(entry.url.replace(/\?.*/, '')) };
    case 'openai-chat':
    case 'openai-responses':
    case 'ai-sdk-ui':
    case 'ag-ui':
    case 'a2a':
    case 'langgraph':
    case 'yao':
      return { address: withoutCredentials(entry.url.replace(/\?.*/, '')) };
    case 'openai':
      return { address: `${entry.model} at ${withoutCredentials(entry.base_url)}` };
    case 'command':
    case 'acp':
      return { address: withoutKeys(entry.command.join(' ')) };
    case 'replay':
      return { path: relativePath(root, path.resolve(root, entry.file)) };
    case 'scripted':
      return {};
    default:
      return entry satisfies never;
  }
}

/** `--api-key x` and `TOKEN=x` hold what nobody else should see. */
export function withoutKeys(command: string): string {
  return command.replace(/((?:key|token|secret|passw)[\w-]{0,100}[ =])\S+/gi, '$1[redacted]');
}

/** The fields that say something. */
export function present(fields: Record<string, string | undefined>): Partial<AgentSummary> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}
