import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { AgentEntry, AgentEntryOf, AgentParts } from '../contract/index.ts';
import { readBundle } from '../scripts/bundle-module.ts';
import { staysInside } from '../scripts/stays-inside.ts';
import { digestOf } from './read-agent-parts.ts';

/** An agent of the config that is taped whole. `parts` are what `readAgentParts` found, `model` is what answers for it. */
export type TapedEntry = { entry: AgentEntry; root: string; parts: AgentParts; model: object | undefined };

/**
 * Digests of what an answer that is taped whole depends on. More than what a run keeps of an agent: of a module all that
 * it imports by path, of a command the files that it names, and files of the workspace that the code names. Empty when
 * the agent cannot be read.
 */
export async function readTapedParts({ entry, root, parts, model }: TapedEntry): Promise<AgentParts> {
  try {
    const scripts = await scriptsOf(entry, root);
    return {
      ...parts,
      ...(scripts === undefined ? {} : { scripts: digestOf(scripts) }),
      ...(model === undefined ? {} : { model: digestOf(model) }),
    };
  } catch {
    return {};
  }
}

async function scriptsOf(entry: AgentEntry, root: string): Promise<unknown> {
  switch (entry.type) {
    case 'module':
      return codeOf(entry, root);
    case 'command':
      return namedFiles({ names: entry.command, folders: [root], root });
    default:
      return undefined;
  }
}

async function codeOf(entry: AgentEntryOf<'module'>, root: string): Promise<unknown> {
  const { code, files } = await readBundle(path.resolve(root, entry.path));
  const folders = new Set(files.map((file) => path.dirname(file)));
  const names = [...code.matchAll(NAMED)].map(([, , name = '']) => name);
  return [code, ...namedFiles({ names, folders: [root, ...folders], root })];
}

/** The name of a file that people write prompts in. What an agent keeps for itself, such as JSON, changes by every run. */
const NAMED = /(["'`])([\w@ ./-]{1,200}\.(?:md|mdx|txt|ya?ml|prompt|hbs|mustache|j2|jinja2?|njk|liquid|tmpl|xml))\1/g;
const MOST_BYTES = 1024 ** 2;

function namedFiles(search: { names: readonly string[]; folders: readonly string[]; root: string }): string[] {
  const { names, folders, root } = search;
  const files = names.flatMap((name) => folders.map((folder) => path.resolve(folder, name)));
  const inside = [...new Set(files)].filter((file) => isPart(file, root));
  return inside.map((file) => readFileSync(file, 'base64'));
}

function isPart(file: string, root: string): boolean {
  const status = statSync(file, { throwIfNoEntry: false });
  return status?.isFile() === true && status.size <= MOST_BYTES && staysInside(root, file);
}
