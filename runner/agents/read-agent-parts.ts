import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentEntry, AgentEntryOf, AgentParts } from '../contract/index.ts';
import type { Connectors } from '../models/connectors.ts';
import { withoutCredentials } from '../models/model-error.ts';
import { asJson, canonicalJson } from '../values/index.ts';
import type { AgentSource } from './agent-catalog.ts';
import type { FoundAgents } from './agent-format.ts';
import type { AgentMakeup } from './agent-makeup.ts';
import { withoutKeys } from './agent-summary.ts';

/**
 * Digests of what an agent is made of: of what its files mean, not of how they are written. Keys and the values of headers
 * are left out. A part that cannot be read is not there. What a program loads or asks by itself is not seen.
 */
export function readAgentParts(source: AgentSource, workspace: Workspace): AgentParts {
  return digestsOf(() => agentParts(source, workspace));
}

/** The same of the model behind a connector, which may keep its name while that changes. */
export function readModelPart(connectors: Connectors, id: string): AgentParts {
  return digestsOf(() => ({ model: connectors.makeup(id) }));
}

const DIGEST_LENGTH = 16;

/** The order of keys does not count. */
export function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(asJson(value)))
    .digest('base64url')
    .slice(0, DIGEST_LENGTH);
}

type Workspace = { root: string; formats: readonly FoundAgents[] };

/** Nothing when it cannot be read: what is wrong with an agent or a connector is said when it is asked. */
function digestsOf(read: () => AgentMakeup): AgentParts {
  try {
    const known = Object.entries(read()).filter(([, value]) => value !== undefined);
    return Object.fromEntries(known.map(([name, value]) => [name, digestOf(value)]));
  } catch {
    return {};
  }
}

function agentParts(source: AgentSource, workspace: Workspace): AgentMakeup {
  switch (source.type) {
    case 'found':
      return source.agent.makeup();
    case 'entry':
      return partsOfEntry(source.entry, workspace);
    case 'model':
      return {};
    default:
      return source satisfies never;
  }
}

/** A module among the files of an agent is taken to be made of what lies there. */
function partsOfModule(entry: AgentEntryOf<'module'>, { root, formats }: Workspace): AgentMakeup {
  const file = path.resolve(root, entry.path);
  const scripts = readFileSync(file, 'utf8');
  const settings = [entry.export, entry.connector ?? null];
  const around = formats.flatMap((format) => format.around?.(file) ?? []).at(0);
  if (around === undefined) return { scripts, settings };
  const beside = around.makeup();
  return { prompts: beside.prompts, scripts: [scripts, beside.scripts], settings: [settings, beside.settings] };
}

function placesOf(servers: NonNullable<AgentEntryOf<'openai'>['mcp_servers']>): unknown {
  return Object.entries(servers).map(([name, { command, args, url }]) => [
    name,
    url === undefined ? withoutKeys([command, ...(args ?? [])].join(' ')) : withoutCredentials(url.replace(/\?.*/, '')),
  ]);
}

function partsOfEntry(entry: AgentEntry, workspace: Workspace): AgentMakeup {
  switch (entry.type) {
    case 'module':
      return partsOfModule(entry, workspace);
    case 'http': {
      const { url, method, headers, body, output, tool_calls, stream, setup, poll } = entry;
      const place = withoutCredentials(url.replace(/\?.*/, ''));
      const beside = [setup && [setup.url.replace(/\?.*/, ''), setup.method, setup.body], poll];
      return {
        settings: [
          ...[place, method, Object.keys(headers).toSorted(), body, output, tool_calls, stream],
          ...beside.filter((each) => each !== undefined),
        ],
      };
    }
    case 'openai-chat':
    case 'openai-responses':
    case 'ai-sdk-ui':
    case 'ag-ui':
    case 'a2a':
    case 'langgraph':
    case 'yao': {
      const { url, headers, ...settings } = entry;
      const place = withoutCredentials(url.replace(/\?.*/, ''));
      return { settings: asJson([place, Object.keys(headers).toSorted(), settings]) };
    }
    case 'openai': {
      const { base_url, model, system, tools, options, mcp_servers: servers } = entry;
      const settings = [withoutCredentials(base_url), model, tools, options];
      return { prompts: system ?? '', settings: servers === undefined ? settings : [...settings, placesOf(servers)] };
    }
    case 'acp':
      return { settings: [withoutKeys(entry.command.join(' ')), entry.interrupts] };
    case 'command':
      return { settings: [withoutKeys(entry.command.join(' ')), entry.isolate ?? 'turn'] };
    case 'replay':
      return { settings: readFileSync(path.resolve(workspace.root, entry.file), 'utf8') };
    case 'scripted':
      return { settings: entry.rules };
    default:
      return entry satisfies never;
  }
}
