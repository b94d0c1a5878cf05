import { accessSync, constants, readFileSync } from 'node:fs';
import path from 'node:path';
import { listExportedAgents } from '../../agents/module/load-module.ts';
import { systems } from '../../extensions/registered/systems.ts';
import { toRelativePath } from '../../scripts/relative-path.ts';
import type { JsonObject } from '../../values/index.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { FoundAgent } from './found-agent.ts';

type AgentFile = { file: string; root: string; exportName: string | undefined };

const interpreters: Readonly<Record<string, string>> = { '.py': 'python3', '.sh': 'sh' };

/**
 * Detects how to call the agent in a file: a module is imported, a program is started. Paths are relative to the
 * workspace.
 */
export async function findAgentInFile(
  agentFile: AgentFile,
  terminal: Pick<Terminal, 'variables'>,
  signal: AbortSignal,
): Promise<FoundAgent> {
  const { file, root } = agentFile;
  const relativeFile = toRelativePath(root, file);
  const extension = path.extname(file);
  const name = toAgentNameFromFile(file);
  const toCommandAgent = (command: string[]): FoundAgent => ({
    kind: 'new',
    name,
    said: `Starts ${command.join(' ')} for every turn`,
    entry: { type: 'command', command },
  });
  if (/^\.[cm]?[jt]s$/.test(extension)) {
    // A program that reads standard input usually exports nothing, so it is not imported as a module.
    if (!/\bexports?\b/.test(readFileSync(file, 'utf8'))) return toCommandAgent(['node', relativeFile]);
    const { entry, said, exportName } = await findAgentInModule(agentFile, terminal, signal);
    return { kind: 'new', name: toAgentNameFromExport(file, exportName) ?? name, entry, said };
  }
  const interpreter = interpreters[extension];
  if (interpreter !== undefined) return toCommandAgent([interpreter, relativeFile]);
  if (isExecutable(file)) return toCommandAgent([relativeFile.startsWith('..') ? relativeFile : `./${relativeFile}`]);
  throw new UsageError(`${relativeFile} is neither a module nor a program`, [
    'A module ends in .ts, .js or .mjs, a program in .py or .sh, or it may be executed (chmod +x).',
  ]);
}

async function findAgentInModule(
  { file, root, exportName }: AgentFile,
  { variables }: Pick<Terminal, 'variables'>,
  signal: AbortSignal,
): Promise<{ entry: JsonObject; said: string; exportName: string }> {
  const relativeFile = toRelativePath(root, file);
  const exported = await listExportedAgents({ file, root, variables, systems }, signal);
  const chosenExport = chooseExport({ place: relativeFile, exported, exportName });
  const entry = { type: 'module', path: relativeFile };
  if (chosenExport === 'default')
    return { entry, said: `Calls the default export of ${relativeFile}`, exportName: chosenExport };
  return {
    entry: { ...entry, export: chosenExport },
    said: `Calls ${chosenExport} of ${relativeFile}`,
    exportName: chosenExport,
  };
}

type ExportChoice = { place: string; exported: readonly string[]; exportName: string | undefined };

function chooseExport({ place, exported, exportName }: ExportChoice): string {
  const list = `it has ${exported.join(', ')}`;
  if (exported.length === 0) {
    throw new UsageError(`${place} exports no agent`, [
      'Export a function, (request) => answer, or an agent of the AI SDK, Mastra, the OpenAI Agents SDK or LangGraph.js.',
    ]);
  }
  if (exportName !== undefined) {
    if (exported.includes(exportName)) return exportName;
    throw new UsageError(`--export: ${place} has no agent "${exportName}"; ${list}`);
  }
  const [onlyExport = 'default', ...others] = exported.includes('default') ? ['default'] : exported;
  if (others.length === 0) return onlyExport;
  throw new UsageError(`${place} exports several functions: name one with --export`, [list]);
}

/** Common names of files and exports, such as `agent`, which do not identify an agent. */
const genericFileNamePattern = /^(index|main|agent|src|app|default|handler)$/i;

/**
 * Returns the name of an export, such as `courier` in `agent.ts`. The name of the folder is not used, because it may be
 * the name of the whole project.
 */
function toAgentNameFromExport(file: string, exportName: string): string | undefined {
  if (!genericFileNamePattern.test(path.parse(file).name) || genericFileNamePattern.test(exportName)) return undefined;
  return toAgentId(exportName.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-'));
}

/** Returns the name of an agent file: `desk` for `src/agents/desk/index.ts`. */
function toAgentNameFromFile(file: string): string {
  const { name, dir } = path.parse(file);
  return toAgentId(genericFileNamePattern.test(name) ? path.basename(dir) : name);
}

function toAgentId(name: string): string {
  const id = name.replaceAll(/[^\w-]+/g, '-').replaceAll(/^-+|(?<!-)-+$/g, '');
  return id === '' ? 'agent' : id.toLowerCase();
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
