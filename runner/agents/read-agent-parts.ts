import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readOxyAgent } from '../compat/oxy/agent/agent-definition.ts';
import { readAssistant } from '../compat/yao/assistant.ts';
import { readPackage } from '../compat/yao/read-package.ts';
import type { AgentEntry, AgentParts } from '../contract/index.ts';
import type { Connectors } from '../models/connectors.ts';
import { withoutCredentials } from '../models/model-error.ts';
import type { AgentFolder } from '../scripts/agent-folders.ts';
import { asJson, canonicalJson } from '../values/index.ts';
import type { AgentSource } from './agent-catalog.ts';
import { withoutKeys } from './agent-summary.ts';
import { findAgentFolder } from './resolve-agent.ts';

/**
 * Digests of what an agent is made of: of what its files mean, not of how they are written. Keys and the values of headers
 * are left out. A part that cannot be read is not there. What a program loads or asks by itself is not seen.
 */
export function readAgentParts(source: AgentSource, root: string): AgentParts {
  return digestsOf(() => partsOf(source, root));
}

/** The same of the model behind a connector, which may keep its name while that changes. */
export function readModelPart(connectors: Connectors, id: string): AgentParts {
  return digestsOf(() => ({ model: connectors.makeup(id) }));
}

const DIGEST_LENGTH = 16;

/** The order of keys does not count. */
function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(asJson(value)))
    .digest('base64url')
    .slice(0, DIGEST_LENGTH);
}

type Parts = Partial<Record<keyof AgentParts, unknown>>;

/** Nothing when it cannot be read: what is wrong with an agent or a connector is said when it is asked. */
function digestsOf(read: () => Parts): AgentParts {
  try {
    const known = Object.entries(read()).filter(([, value]) => value !== undefined);
    return Object.fromEntries(known.map(([name, value]) => [name, digestOf(value)]));
  } catch {
    return {};
  }
}

function partsOf(source: AgentSource, root: string): Parts {
  switch (source.type) {
    case 'folder':
      return partsOfFolder(source, root);
    case 'oxy':
      return source.kind === 'agent' ? partsOfFile(source.file, root) : {};
    case 'entry':
      return partsOfEntry(source.entry, root);
    case 'model':
      return {};
    default:
      return source satisfies never;
  }
}

function partsOfFolder({ id, dir }: AgentFolder, root: string): Parts {
  const assistant = readAssistant({ id, dir, root, yaoPackage: readPackage(dir) });
  const { name: _, description: __, ...settings } = assistant.yaoPackage;
  const shared = settings.disable_global_prompts ? [] : assistant.globalPrompts;
  const { prompts, presets, translations } = assistant;
  return {
    prompts: [
      shared,
      prompts,
      [...presets],
      translations.map((texts) => [...texts].map(([name, of]) => [name, [...of]])),
    ],
    scripts: scriptsOf(path.join(dir, 'src')),
    settings,
  };
}

/** A module in the folder of an assistant is taken to be made of what lies there. */
function partsOfModule(entry: Extract<AgentEntry, { type: 'module' }>, root: string): Parts {
  const file = path.resolve(root, entry.path);
  const scripts = readFileSync(file, 'utf8');
  const settings = [entry.export, entry.connector ?? null];
  const folder = findAgentFolder(file, root);
  if (folder === undefined) return { scripts, settings };
  const beside = partsOfFolder(folder, root);
  return { prompts: beside.prompts, scripts: [scripts, beside.scripts], settings: [settings, beside.settings] };
}

/** Hooks and what they import beside them; tests ask the agent, and are none of it. */
function scriptsOf(folder: string): [file: string, text: string][] {
  return globSync('**/*.{ts,js,mjs,json}', { cwd: folder })
    .filter((file) => !/_test\.[a-z]+$/.test(file))
    .toSorted()
    .map((file) => [file.split(path.sep).join('/'), readFileSync(path.join(folder, file), 'utf8')]);
}

function partsOfFile(file: string, root: string): Parts {
  const {
    name: _,
    description: __,
    tests: ___,
    system_instructions,
    ...settings
  } = readOxyAgent(file, root).definition;
  return { prompts: system_instructions, settings };
}

function partsOfEntry(entry: AgentEntry, root: string): Parts {
  switch (entry.type) {
    case 'module':
      return partsOfModule(entry, root);
    case 'http': {
      const { url, method, headers, body, output, tool_calls, stream } = entry;
      const place = withoutCredentials(url.replace(/\?.*/, ''));
      return { settings: [place, method, Object.keys(headers).toSorted(), body, output, tool_calls, stream] };
    }
    case 'openai': {
      const { base_url, model, system, tools, options } = entry;
      return { prompts: system ?? '', settings: [withoutCredentials(base_url), model, tools, options] };
    }
    case 'command':
      return { settings: withoutKeys(entry.command.join(' ')) };
    case 'scripted':
      return { settings: entry.rules };
    default:
      return entry satisfies never;
  }
}
