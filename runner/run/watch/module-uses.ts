import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import escapeStringRegexp from 'escape-string-regexp';
import type { WorkspaceConfig } from '../../contract/index.ts';
import type { RunState } from '../../fold/index.ts';
import { bundleModuleForReading } from '../../scripts/bundle-module.ts';
import { loadConfig } from '../../workspace/load-config.ts';
import type { RunRequest } from '../test-options.ts';

/** Finds the suites that are affected by a change to an agent's module. */
export type ModuleUseFinder = {
  root: string;
  /**
   * Returns the suites that test the agents whose modules contain all changed files; undefined if other suites may also
   * use these files.
   */
  suitesOf(changed: readonly string[], run: LastTestedSuites): Promise<string[] | undefined>;
};
type LastTestedSuites = { suites: RunState['suites']; flags: RunRequest['flags'] };

type WatchScope = { root: string; isIgnored: (file: string) => boolean };

/**
 * Files in which agents and modules may be mentioned by name. Cassettes are skipped, because they mention only their
 * own agent.
 */
const searchableFilePattern = /\.(?:[cm]?[jt]sx?|py|jsonl?|ya?ml|yao|csv)$/;
const unsearchedFilePattern = /^package(?:-lock)?\.json$|\.cassette\.jsonl$/;
const MAX_FILES = 5_000;
const MAX_BYTES = 4 * 1024 ** 2;

/**
 * Searches for other uses of a module: as a judge or simulator, in hooks, or in imports. Every file that contains the
 * name of the agent or of the module counts as a use, because an unnecessary run is better than a missed failure.
 */
export function createModuleUseSearch(scope: WatchScope): ModuleUseFinder {
  const { root } = scope;
  return {
    root,
    async suitesOf(changed, { suites, flags }) {
      // An invalid config is ignored here, because the run reports it.
      const loadedConfig = await loadConfig({ root, variables: {} }).catch(() => undefined);
      if (loadedConfig === undefined || loadedConfig.handlers !== undefined) return undefined;
      const { config } = loadedConfig;
      const changedAgents = await findAgentsOfChangedFiles(changed, config, root);
      if (changedAgents === undefined) return undefined;
      const affectedSuites = suites.filter(({ agentId }) => changedAgents.ids.has(agentId)).map(({ key }) => key);
      const names = [...changedAgents.ids, ...changed.flatMap(listImportNamesOfFile)];
      const isNamed = new RegExp(`(?<![\\w-])(?:${names.map((name) => escapeStringRegexp(name)).join('|')})(?![\\w-])`);
      if (isNamed.test(JSON.stringify([removeAgents(config, changedAgents.ids), flags]))) return undefined;
      const excludedFiles = new Set([...changedAgents.files, ...affectedSuites.map((key) => path.resolve(root, key))]);
      const others = listSearchableFiles(scope);
      if (others === undefined) return undefined;
      const isUsed = others.some((file) => !excludedFiles.has(file) && isNamed.test(readTextOrEmpty(file)));
      return isUsed ? undefined : affectedSuites;
    },
  };
}

/**
 * The agents whose modules contain the changed files, and all files of these modules; undefined if a changed file
 * belongs to no module.
 */
async function findAgentsOfChangedFiles(
  changed: readonly string[],
  { agents }: WorkspaceConfig,
  root: string,
): Promise<{ ids: Set<string>; files: Set<string> } | undefined> {
  const ids = new Set<string>();
  const files = new Set<string>();
  for (const [id, entry] of Object.entries(agents)) {
    if (entry.type !== 'module') continue;
    const bundle = await bundleModuleForReading(path.resolve(root, entry.path)).catch(() => undefined);
    if (bundle === undefined) return undefined;
    if (!bundle.files.some((file) => changed.includes(file))) continue;
    ids.add(id);
    for (const file of bundle.files) files.add(file);
  }
  return changed.every((file) => files.has(file)) ? { ids, files } : undefined;
}

function listImportNamesOfFile(file: string): string[] {
  const { name, dir } = path.parse(file);
  return name === 'index' ? [name, path.basename(dir)] : [name];
}

function removeAgents({ agents, ...config }: WorkspaceConfig, ids: ReadonlySet<string>): object {
  return { ...config, agents: Object.fromEntries(Object.entries(agents).filter(([id]) => !ids.has(id))) };
}

/** The files to search; undefined if there are too many, or if they are too large. */
function listSearchableFiles({ root, isIgnored }: WatchScope): string[] | undefined {
  const files: string[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      if (isIgnored(file)) continue;
      if (entry.isDirectory()) folders.push(file);
      else if (isSearchedFolder(entry.name)) files.push(file);
      if (files.length > MAX_FILES) return undefined;
    }
  }
  return files.some((file) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES)
    ? undefined
    : files.filter((file) => !isConfigFile(file, root));
}

/** Returns the text of a file; empty if the file was deleted in the meantime. */
function readTextOrEmpty(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function isSearchedFolder(name: string): boolean {
  return searchableFilePattern.test(name) && !unsearchedFilePattern.test(name);
}

/** True for the config file. It is not searched like other files, because it names all agents. */
function isConfigFile(file: string, root: string): boolean {
  return file === path.join(root, 'runner.config.json');
}
