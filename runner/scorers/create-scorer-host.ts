import { existsSync } from 'node:fs';
import path from 'node:path';
import { builtInScorers, isBuiltInScorer, type ScorerDefinition, type WorkspaceConfig } from '../contract/index.ts';
import { parseScorerAgentId } from '../fold/index.ts';
import { AgentError, type ScorerHost } from '../ports/index.ts';
import { type IsolatedModule, type IsolatedModuleOptions, isolateModule } from '../scripts/isolated-module.ts';
import { toRelativePath } from '../scripts/relative-path.ts';
import type { WorkerIntegrations } from '../scripts/user-objects.ts';
import { findNearestWord } from '../values/index.ts';
import { scoreByBuiltIn } from './built-in-scorers.ts';
import { findScorerFile, listScorerFileTypes, listScorerFolders } from './find-scorer-file.ts';
import { type LoadedScorer, loadModuleScorers } from './module-scorers.ts';

export type WorkspaceScorers = ScorerHost & {
  /**
   * Finds the scorers for rows of one type, for a table in `folder`. Returns their names, which later calls use. Throws
   * for a type without scorers, and lists the places that were searched.
   */
  open(scorer: { type: string; folder: string }, signal: AbortSignal): Promise<string[]>;
  /** Like `open`, but only reads files and runs no code. Returns the agents among the scorers. */
  check(scorer: { type: string; folder: string }): Promise<string[]>;
  /** Returns the scorers of a type that only compare an output with its ground truth. */
  comparing(scorer: { type: string; folder: string }): string[];
  /** Returns the code files of a type's scorers. */
  files(scorer: { type: string; folder: string }): string[];
  /**
   * The types and folders that were opened, in order. A worker process opens them in the same order, because the names
   * of scorers depend on it.
   */
  opened(): { type: string; folder: string }[];
  close(): Promise<void>;
};

/** All scorers that are not agents. */
type ScorerHostCall = Exclude<ScorerDefinition, { type: 'agent' }>;

export type ScorerHostOptions = {
  /** Absolute path of the workspace. */
  root: string;
  config: Pick<WorkspaceConfig, 'scorers'>;
  systems: WorkerIntegrations;
  /** The environment variables of the scorers' workers; by default, those of this process. */
  variables?: Readonly<Record<string, string | undefined>>;
  workers?: Pick<IsolatedModuleOptions, 'cwd' | 'memoryMb' | 'maxAnswer' | 'pingMs'>;
};

/**
 * Finds and runs the scorers of a workspace: those in its config, files in `scorers/`, the built-in scorers, and
 * validator agents.
 */
export function createScorerHost(options: ScorerHostOptions): WorkspaceScorers {
  const { root } = options;
  const modules = new Map<string, IsolatedModule>();
  const scorersByName = new Map<string, LoadedScorer>();
  const openedScorers = new Map<string, { type: string; folder: string; names: Promise<string[]> }>();

  function getScorerModule(file: string): IsolatedModule {
    const { variables, systems, workers } = options;
    const module = modules.get(file) ?? isolateModule({ file, role: 'scorer', variables, systems, ...workers });
    modules.set(file, module);
    return module;
  }

  /** Throws if the file does not exist or cannot be read. */
  async function prepareScorerModule(type: string, file: string): Promise<IsolatedModule> {
    if (!existsSync(file)) {
      throw new AgentError(`scorer "${type}": its file ${toRelativePath(root, file)} does not exist`, 'configuration');
    }
    const module = getScorerModule(file);
    await module.prepare();
    return module;
  }

  async function loadScorersOfDefinition(
    type: string,
    definition: ScorerHostCall,
    signal: AbortSignal,
  ): Promise<LoadedScorer[]> {
    if (definition.type !== 'module') {
      return [{ name: definition.name ?? type, score: async ({ question }) => scoreByBuiltIn(definition, question) }];
    }
    const file = path.resolve(root, definition.path);
    const exports = definition.export === undefined ? ['default', type] : [definition.export];
    const scorers = await loadModuleScorers(
      { type, file, exports, root, module: await prepareScorerModule(type, file) },
      signal,
    );
    const [onlyScorer, ...others] = scorers;
    if (onlyScorer === undefined || others.length > 0 || definition.name === undefined) return scorers;
    return [{ ...onlyScorer, name: definition.name }];
  }

  async function loadScorersOfType(type: string, folder: string, signal: AbortSignal): Promise<string[]> {
    const definitions = findScorerDefinitions(type, folder, options);
    const names: string[] = [];
    for (const definition of definitions) {
      if (definition.type === 'agent') {
        names.push(`agent:${definition.agent}`);
        continue;
      }
      const fallback = definitions.length > 1 && definition.type !== 'module' ? definition.type : type;
      for (const scorer of await loadScorersOfDefinition(fallback, definition, signal))
        names.push(registerUnderFreeName(type, scorer));
    }
    return names;
  }

  function registerUnderFreeName(type: string, scorer: LoadedScorer): string {
    const name = chooseFreeScorerName(type, scorer.name, scorersByName);
    scorersByName.set(name, scorer);
    return name;
  }

  return {
    open({ type, folder }, signal) {
      const key = JSON.stringify([type, folder]);
      const open = openedScorers.get(key) ?? { type, folder, names: loadScorersOfType(type, folder, signal) };
      openedScorers.set(key, open);
      return open.names;
    },
    opened: () => [...openedScorers.values()].map(({ type, folder }) => ({ type, folder })),
    comparing: ({ type, folder }) => listBuiltInTypes(findScorerDefinitions(type, folder, options)),
    files: ({ type, folder }) =>
      findScorerDefinitions(type, folder, options).flatMap((definition) =>
        definition.type === 'module' ? [path.resolve(root, definition.path)] : [],
      ),
    async check({ type, folder }) {
      const agents: string[] = [];
      for (const definition of findScorerDefinitions(type, folder, options)) {
        if (definition.type === 'agent') agents.push(definition.agent);
        if (definition.type === 'module') await prepareScorerModule(type, path.resolve(root, definition.path));
      }
      return agents;
    },
    async score(call, signal) {
      const scorer = scorersByName.get(call.scorer);
      if (scorer === undefined) throw new AgentError(`there is no scorer "${call.scorer}"`, 'configuration');
      return scorer.score(call, signal);
    },
    async close() {
      await Promise.all([...modules.values()].map((module) => module.close()));
    },
  };
}

function listBuiltInTypes(definitions: readonly ScorerDefinition[]): string[] {
  return definitions.flatMap(({ type }) => (isBuiltInScorer(type) ? type : []));
}

/**
 * Returns a free name for a scorer. If scorers of two types have the same name, the second scorer gets its type as a
 * prefix.
 */
function chooseFreeScorerName(
  type: string,
  preferredName: string,
  scorersByName: ReadonlyMap<string, LoadedScorer>,
): string {
  const stem = scorersByName.has(preferredName) ? `${type}/${preferredName}` : preferredName;
  let name = stem;
  for (let copy = 2; scorersByName.has(name); copy += 1) name = `${stem}-${copy}`;
  return name;
}

function findScorerDefinitions(type: string, folder: string, { root, config }: ScorerHostOptions): ScorerDefinition[] {
  const entry = Object.hasOwn(config.scorers, type) ? config.scorers[type] : undefined;
  if (entry !== undefined) return toScorerDefinitions(entry);
  const folders = listScorerFolders(folder, root);
  const file = findScorerFile(type, folders);
  if (file !== undefined) return [{ type: 'module', path: file }];
  if (isBuiltInScorer(type) || parseScorerAgentId(type) !== undefined) return toScorerDefinitions(type);
  throw createScorerNotFoundError({ type, folders, entries: Object.keys(config.scorers), root });
}

type UnknownScorerContext = { type: string; folders: readonly string[]; entries: readonly string[]; root: string };

function createScorerNotFoundError({ type, folders, entries, root }: UnknownScorerContext): AgentError {
  const files = listScorerFileTypes(folders);
  const nearestType = findNearestWord(type, [...entries, ...files, ...builtInScorers]);
  const searchedPaths = folders.map((folder) => `${toRelativePath(root, folder)}/${type}.ts`);
  const lines = [
    `scorer "${type}" not found`,
    `  in the scorers of the workspace config: ${entries.join(', ') || 'none'}`,
    `  as a file: ${searchedPaths.join(', ')} (or .js, .mts, .mjs) in ${root}`,
    `  built in: ${builtInScorers.join(', ')}`,
    ...(nearestType === undefined ? [] : [`  did you mean "${nearestType}"?`]),
  ];
  return new AgentError(lines.join('\n'), 'configuration');
}

/** The scorers in a config entry, in order. */
function toScorerDefinitions(entry: WorkspaceConfig['scorers'][string]): ScorerDefinition[] {
  return (Array.isArray(entry) ? entry : [entry]).map((scorerEntry) => {
    if (typeof scorerEntry !== 'string')
      return 'path' in scorerEntry ? { ...scorerEntry, type: 'module' } : scorerEntry;
    return isBuiltInScorer(scorerEntry)
      ? { type: scorerEntry }
      : { type: 'agent', agent: scorerEntry.replace(/^agents?:/, '') };
  });
}
