import path from 'node:path';
import { readOxyAgent } from '../compat/oxy/agent/agent-definition.ts';
import type { OxyFile } from '../compat/oxy/agent/oxy-files.ts';
import { readWorkflow } from '../compat/oxy/agent/workflow/read-workflow.ts';
import { readTranslations, translate } from '../compat/yao/locales.ts';
import { readPackage } from '../compat/yao/read-package.ts';
import type { AgentEntry } from '../contract/index.ts';
import { withoutCredentials } from '../models/model-error.ts';
import type { AgentSource } from './agent-catalog.ts';

const LISTED_LOCALE = 'en-us';

/** An agent as lists show it; `path` is relative to the workspace, `address` what answers outside of it. */
export type AgentSummary = {
  id: string;
  type: 'yao' | 'oxy' | 'workflow' | 'model' | AgentEntry['type'];
  path?: string;
  connector?: string;
  address?: string;
  name?: string;
  description?: string;
  /** Why it cannot be asked as it is. */
  problem?: string;
  /** It says what the tokens cost that it spends itself. */
  priced?: boolean;
};

export function summaryOf(source: AgentSource, root: string): AgentSummary {
  switch (source.type) {
    case 'folder':
      return summaryOfFolder(source, root);
    case 'oxy':
      return summaryOfFile(source, root);
    case 'model':
      return { id: source.id, type: 'model', connector: source.connector };
    case 'entry':
      return summaryOfEntry(source, root);
    default:
      return source satisfies never;
  }
}

/** An agent of a list, where one that is broken must not hide the others. */
export function listedAgent(source: AgentSource, root: string): AgentSummary {
  try {
    return summaryOf(source, root);
  } catch (error) {
    if (source.type !== 'folder') throw error;
    return { id: source.id, type: 'yao', path: relative(root, source.dir) };
  }
}

function summaryOfFolder({ id, dir }: Extract<AgentSource, { type: 'folder' }>, root: string): AgentSummary {
  const { name, description = '', connector } = readPackage(dir);
  const texts = [path.join(dir, 'locales'), path.join(root, 'agent', 'locales')].map(readTranslations);
  const shown = (text: string) => translate(text, LISTED_LOCALE, texts);
  const named = present({ name: shown(name), description: shown(description), connector });
  return { id, type: 'yao', path: relative(root, dir), ...named };
}

function summaryOfFile(source: Extract<AgentSource, { type: 'oxy' }>, root: string): AgentSummary {
  const type = source.kind === 'agent' ? 'oxy' : source.kind;
  return { id: source.id, type, path: source.id, ...present(oxyFields(source, root)) };
}

/** A file that is broken, or of an agent that does not run here, is complained about when the agent is asked for. */
function oxyFields({ kind, id, file }: OxyFile, root: string): Record<string, string | undefined> {
  try {
    if (kind === 'workflow') return { description: readWorkflow(root, id).description?.trim() };
    const { name, description, model } = readOxyAgent(file, root).definition;
    return { name, description: description?.trim(), connector: model };
  } catch {
    return {};
  }
}

function summaryOfEntry({ id, entry }: Extract<AgentSource, { type: 'entry' }>, root: string): AgentSummary {
  const { type, name, description } = entry;
  const priced = 'cost' in entry && entry.cost !== undefined;
  return { id, type, ...present({ ...placeOf(entry, root), name, description }), ...(priced ? { priced } : {}) };
}

/** What an entry says about where its answers come from; variables stay unfilled, and what may hold keys away. */
function placeOf(
  entry: AgentEntry,
  root: string,
): Partial<Record<'path' | 'connector' | 'address', string | undefined>> {
  switch (entry.type) {
    case 'module':
      return { path: relative(root, path.resolve(root, entry.path)), connector: entry.connector };
    case 'http':
      return { address: withoutCredentials(entry.url.replace(/\?.*/, '')) };
    case 'openai':
      return { address: `${entry.model} at ${withoutCredentials(entry.base_url)}` };
    case 'command':
      return { address: withoutKeys(entry.command.join(' ')) };
    case 'scripted':
      return {};
    default:
      return entry satisfies never;
  }
}

/** `--api-key x` and `TOKEN=x` hold what nobody else should see. */
export function withoutKeys(command: string): string {
  return command.replace(/((?:key|token|secret|passw)[\w-]*[ =])\S+/gi, '$1[redacted]');
}

function present(fields: Record<string, string | undefined>): Partial<AgentSummary> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}

function relative(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/') || '.';
}
